"""The commented configuration and the tables of the manual."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from service.config.service_settings import Configuration
from service.drivers.driver_registry import DRIVERS, DriverRegistry
from service.schema.settings_schema import (
    DRIVER,
    PRESET,
    DriverTable,
    PresetTable,
    SettingField,
    SettingsTable,
    TableList,
    settings_table,
)
from service.schema.value_shapes import ChoiceShape, Shape
from service.words.phrases import Phrases

DEFAULT_OF_PRESET = "as_in"
"""The note of a setting whose default comes from a preset."""
ONLY_FOR_DRIVERS = "only_for"
"""The note of a setting that only some drivers have."""
WIDTH = 98
"""Letters in a line of comment, after "# "."""


@dataclass(frozen=True, slots=True)
class SettingReference:
    """One setting, with its default written in TOML."""

    key: str
    shape: Shape
    default: str
    note: str = ""
    """The key of the phrase with a remark on the default."""
    of: tuple[str, ...] = ()
    """The only drivers that have it, or the preset that its default comes from."""
    is_off: bool = False
    """True if it is commented out in the printed configuration."""
    meaning: str = ""
    """Its meaning in plain words, for options without a phrase."""


@dataclass(frozen=True, slots=True)
class SettingsSection:
    """The settings of one table of the file."""

    key: str
    header: str
    settings: tuple[SettingReference, ...]


def sections(registry: DriverRegistry = DRIVERS) -> tuple[SettingsSection, ...]:
    """All tables of a configuration, the outer before the inner."""
    table = settings_table(Configuration, registry.options_of)
    return tuple(_sections(table, Configuration(), "", ""))


def commented_configuration(phrases: Phrases, registry: DriverRegistry = DRIVERS) -> str:
    """A complete configuration: every setting with its meaning, allowed values and default."""
    paragraphs = [_comment(phrases.say("config.about"))]
    for section in sections(registry):
        about = _comment(phrases.say(f"setting.{section.key}.about"))
        paragraphs.append([*about, section.header])
        paragraphs += ([*_lines(section, setting, phrases)] for setting in section.settings)
    return "\n\n".join("\n".join(paragraph) for paragraph in paragraphs) + "\n"


def manual_tables(phrases: Phrases) -> str:
    """All settings as Markdown, with one table for each table of the file."""
    chapters = []
    for section in sections():
        about = phrases.say(f"setting.{section.key}.about")
        chapters.append([f"### `{section.header}`", "", about, "", *_rows(section, phrases)])
    return "\n\n\n".join("\n".join(chapter) for chapter in chapters)


def meaning(section: SettingsSection, setting: SettingReference, phrases: Phrases) -> str:
    """The meaning of a setting in words; plain ones if there is no phrase for it."""
    key = f"setting.{section.key}.{setting.key}"
    if key in phrases.texts:
        return phrases.say(key)
    return setting.meaning or phrases.say("config.plain_option", option=setting.key)


def _lines(section: SettingsSection, setting: SettingReference, phrases: Phrases) -> Iterator[str]:
    allowed = phrases.say("config.may_be", allowed=setting.shape.in_words(phrases))
    sentences = [meaning(section, setting, phrases), allowed]
    if setting.note == ONLY_FOR_DRIVERS:
        drivers = phrases.join(setting.of, joined_by="or")
        sentences.append(phrases.say("config.only_with", drivers=drivers))
    yield from _comment(" ".join(sentences))
    mark = "# " if setting.is_off else ""
    yield f"{mark}{setting.key} = {setting.default}"


def _rows(section: SettingsSection, phrases: Phrases) -> Iterator[str]:
    heads = [phrases.say(f"config.manual.{head}") for head in ("key", "means", "may_be", "default")]
    yield f"| {' | '.join(heads)} |"
    yield "| --- | --- | --- | --- |"
    for setting in section.settings:
        words = meaning(section, setting, phrases), setting.shape.in_words(phrases)
        default = f"`{setting.default}`"
        if setting.note:
            of = phrases.join(f"`{one}`" for one in setting.of)
            default = phrases.say(f"config.manual.{setting.note}", of=of, default=default)
        yield f"| `{setting.key}` | {' | '.join(words)} | {default} |"


def _comment(text: str) -> list[str]:
    wrapped = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"# {line}" for line in wrapped]


def _sections(
    table: SettingsTable, value: object, key: str, header: str
) -> Iterator[SettingsSection]:
    """The section of a table, if it has settings of its own, and those of the tables in it."""
    plain = tuple(_single_line_settings(table.fields, value))
    if plain:
        yield SettingsSection(key, header, plain)
    for entry in table.fields:
        inner = f"{key}.{entry.key}".lstrip(".")
        yield from _inner(entry, getattr(value, entry.name), inner)


def _inner(entry: SettingField, value: object, key: str) -> Iterator[SettingsSection]:
    match entry.shape:
        case SettingsTable() as table:
            yield from _sections(table, value, key, f"[{key}]")
        case TableList(table) if isinstance(value, tuple):
            yield from _sections(table, value[0], key, f"[[{key}]]")
        case PresetTable(_, choices, _, fields):
            shape = ChoiceShape(choices)
            first = SettingReference(PRESET, shape, shape.as_toml(value))
            turned = _single_line_settings(fields, value, (shape.as_toml(value),))
            yield SettingsSection(key, f"[{key}]", (first, *turned))
        case DriverTable(_, drivers):
            yield SettingsSection(key, f"[{key}]", tuple(_options(drivers.items(), value)))


def _options(
    drivers: Iterable[tuple[str, SettingsTable]], value: object
) -> Iterator[SettingReference]:
    """The key `driver` and the options of all drivers, those of the default driver first."""
    tables = dict(drivers)
    chosen = next(name for name, table in tables.items() if table.kind is type(value))
    names = ChoiceShape({name: name for name in tables})
    yield SettingReference(DRIVER, names, names.as_toml(chosen))
    options = {
        name: [*_single_line_settings(table.fields, value if name == chosen else table.kind())]
        for name, table in sorted(tables.items(), key=lambda item: item[0] != chosen)
    }
    listed: list[SettingReference] = []
    for name, settings in options.items():
        for setting in settings:
            if setting in listed:
                continue
            listed.append(setting)
            having = [names.as_toml(other) for other in tables if setting in options[other]]
            if len(having) == len(tables):
                yield setting
            else:
                of, is_off = tuple(having), name != chosen
                yield replace(setting, note=ONLY_FOR_DRIVERS, of=of, is_off=is_off)


def _single_line_settings(
    fields: Iterable[SettingField], value: object, preset: tuple[str, ...] = ()
) -> Iterator[SettingReference]:
    note, is_off = DEFAULT_OF_PRESET if preset else "", bool(preset)
    for it in fields:
        if not isinstance(it.shape, SettingsTable | TableList | PresetTable | DriverTable):
            default = it.shape.as_toml(getattr(value, it.name))
            yield SettingReference(it.key, it.shape, default, note, preset, is_off, it.meaning)
