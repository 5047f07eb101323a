"""Every setting there is, as a commented configuration and as a table for the manual."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from referee.words import Phrases
from service.config.settings import Configuration
from service.config.shapes import Choice, Shape
from service.config.tables import (
    DRIVER,
    PRESET,
    DriverTable,
    Field,
    PresetTable,
    Table,
    TableList,
    table_of,
)

AS_IN = "as_in"
"""The note of a setting whose default a preset gives."""
ONLY_FOR = "only_for"
"""The note of a setting that only some drivers have."""
WIDTH = 98
"""Letters in a line of comment, after its mark."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting, with its default written in TOML."""

    key: str
    shape: Shape
    default: str
    note: str = ""
    """What more there is to say of the default: the key of a phrase."""
    of: tuple[str, ...] = ()
    """The only drivers that have it, or the preset that gives its default."""
    is_off: bool = False
    """Whether it is only an example where it is printed."""


@dataclass(frozen=True, slots=True)
class Section:
    """The settings of one table of the file."""

    key: str
    header: str
    settings: tuple[Setting, ...]


def sections() -> tuple[Section, ...]:
    """All tables of a configuration, the outer before the inner."""
    return tuple(_sections(table_of(Configuration), Configuration(), "", ""))


def commented(phrases: Phrases) -> str:
    """A complete configuration: every setting with what it means, what is allowed, its default."""
    paragraphs = [_comment(phrases.say("config.about"))]
    for section in sections():
        about = _comment(phrases.say(f"setting.{section.key}.about"))
        paragraphs.append([*about, section.header])
        paragraphs += ([*_lines(section, setting, phrases)] for setting in section.settings)
    return "\n\n".join("\n".join(paragraph) for paragraph in paragraphs) + "\n"


def manual(phrases: Phrases) -> str:
    """Every setting as tables of Markdown, one for each table of the file."""
    return "\n\n\n".join(
        "\n".join(
            [
                f"### `{section.header}`",
                "",
                phrases.say(f"setting.{section.key}.about"),
                "",
                *_rows(section, phrases),
            ]
        )
        for section in sections()
    )


def meaning(section: Section, setting: Setting, phrases: Phrases) -> str:
    """What a setting means, in words."""
    return phrases.say(f"setting.{section.key}.{setting.key}")


def _lines(section: Section, setting: Setting, phrases: Phrases) -> Iterator[str]:
    said = [meaning(section, setting, phrases), _allowed(setting, phrases)]
    if setting.note == ONLY_FOR:
        drivers = phrases.listed(setting.of, joined_by="or")
        said.append(phrases.say("config.only_with", drivers=drivers))
    yield from _comment(" ".join(said))
    mark = "# " if setting.is_off else ""
    yield f"{mark}{setting.key} = {setting.default}"


def _rows(section: Section, phrases: Phrases) -> Iterator[str]:
    heads = [phrases.say(f"config.manual.{head}") for head in ("key", "means", "may_be", "default")]
    yield f"| {' | '.join(heads)} |"
    yield "| --- | --- | --- | --- |"
    for setting in section.settings:
        words = meaning(section, setting, phrases), setting.shape.told(phrases)
        default = f"`{setting.default}`"
        if setting.note:
            of = phrases.listed(f"`{one}`" for one in setting.of)
            default = phrases.say(f"config.manual.{setting.note}", of=of, default=default)
        yield f"| `{setting.key}` | {' | '.join(words)} | {default} |"


def _allowed(setting: Setting, phrases: Phrases) -> str:
    return phrases.say("config.may_be", allowed=setting.shape.told(phrases))


def _comment(text: str) -> list[str]:
    wrapped = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"# {line}" for line in wrapped]


def _sections(table: Table, value: object, key: str, header: str) -> Iterator[Section]:
    """The section of a table, if it has settings of its own, and those of the tables in it."""
    plain = tuple(_plain(table.fields, value))
    if plain:
        yield Section(key, header, plain)
    for entry in table.fields:
        inner = f"{key}.{entry.key}".lstrip(".")
        yield from _inner(entry, getattr(value, entry.name), inner)


def _inner(entry: Field, value: object, key: str) -> Iterator[Section]:
    match entry.shape:
        case Table() as table:
            yield from _sections(table, value, key, f"[{key}]")
        case TableList(table) if isinstance(value, tuple):
            yield from _sections(table, value[0], key, f"[[{key}]]")
        case PresetTable(_, choices, _, fields):
            shape = Choice(choices)
            first = Setting(PRESET, shape, shape.written(value))
            turned = _plain(fields, value, (shape.written(value),))
            yield Section(key, f"[{key}]", (first, *turned))
        case DriverTable(drivers):
            yield Section(key, f"[{key}]", tuple(_options(drivers.items(), value)))


def _options(drivers: Iterable[tuple[str, Table]], value: object) -> Iterator[Setting]:
    """The driver and what drivers have for options, those of the one that is chosen first."""
    tables = dict(drivers)
    chosen = next(name for name, table in tables.items() if table.allows(value))
    names = Choice({name: name for name in tables})
    yield Setting(DRIVER, names, names.written(chosen))
    options = {
        name: [*_plain(table.fields, value if name == chosen else table.kind())]
        for name, table in sorted(tables.items(), key=lambda item: item[0] != chosen)
    }
    seen: list[Setting] = []
    for name, settings in options.items():
        for setting in settings:
            if setting.key == DRIVER or setting in seen:
                continue
            seen.append(setting)
            having = [names.written(other) for other in tables if setting in options[other]]
            if len(having) == len(tables):
                yield setting
            else:
                of, is_off = tuple(having), name != chosen
                yield replace(setting, note=ONLY_FOR, of=of, is_off=is_off)


def _plain(
    fields: Iterable[Field], value: object, preset: tuple[str, ...] = ()
) -> Iterator[Setting]:
    """The fields that are written in one line."""
    for entry in fields:
        if isinstance(entry.shape, Table | TableList | PresetTable | DriverTable):
            continue
        default = entry.shape.written(getattr(value, entry.name))
        note = AS_IN if preset else ""
        yield Setting(entry.key, entry.shape, default, note, preset, is_off=bool(preset))
