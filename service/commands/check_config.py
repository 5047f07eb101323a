"""The command `kibitz check-config`: a configuration read as the service reads it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from engine.backgammon.players import Player
from referee.words import Phrases, load_phrases
from service.commands.configured import configured, spoken
from service.commands.options import ANY_PATH, speaking
from service.config.reference import commented
from service.config.settings import Configuration, Service, Table
from service.config.tables import PresetTable, driver_of, table_of
from service.web.server import USUAL_PORTS


@click.command("check-config")
@click.argument("file", required=False, type=ANY_PATH)
@click.option("--defaults", is_flag=True, help="Print every setting with its default instead.")
@speaking
@click.pass_context
def check_config_command(
    context: click.Context, *, file: Path | None, defaults: bool, phrases: Phrases
) -> None:
    """Check a configuration: FILE, or else ./kibitz.toml, or else the one of the user."""
    if defaults:
        click.echo(commented(phrases), nl=False)
        return
    found = configured(file, phrases)
    phrases = spoken(context, phrases, found.configuration)
    if found.file:
        click.echo(phrases.say("config.summary.ok", file=found.file))
    else:
        looked = phrases.listed(found.looked_in, joined_by="or")
        click.echo(phrases.say("config.summary.no_file", files=looked))
    click.echo("\n".join(f"  {line}" for line in _summary(found.configuration, phrases)))


def _summary(configuration: Configuration, phrases: Phrases) -> Iterator[str]:
    """What the service would do, one thing a line."""
    for table in configuration.tables:
        yield _table(table, phrases)
        yield "  " + phrases.say("config.summary.light", name=table.match.names[table.light])
        yield "  " + phrases.say(f"config.summary.sits_{table.light_sits.value}")
        yield "  " + phrases.say(f"config.summary.home_{table.home.value}")
        yield from ("  " + _device(table, kind, phrases) for kind in table.devices)
    service = configuration.service
    yield _page(service, phrases)
    journals = service.journals_in(os.environ, Path.home())
    yield phrases.say("config.summary.journals", folder=journals)
    language = load_phrases(service.spoken(os.environ)).say("language.name")
    yield phrases.say("config.summary.language", language=language)


def _page(service: Service, phrases: Phrases) -> str:
    """Where the page listens."""
    host = f"[{service.listen}]" if ":" in service.listen else service.listen
    if service.port is not None:
        return phrases.say("config.summary.page", address=f"http://{host}:{service.port}/")
    address = f"http://{host}:{USUAL_PORTS[0]}/"
    return phrases.say("config.summary.page_auto", address=address, last=USUAL_PORTS[-1])


def _table(table: Table, phrases: Phrases) -> str:
    match = table.match
    key = "check.match" if match.length else "check.money"
    return phrases.say(
        "config.summary.table",
        name=table.name,
        one=_player(table, Player.ONE, phrases),
        two=_player(table, Player.TWO, phrases),
        length=phrases.say(key, count=match.length),
        rules=table.rules.name,
        turned_rules=_turned(table, "rules", phrases),
        referee=table.referee.name,
        turned_referee=_turned(table, "referee", phrases),
    )


def _player(table: Table, player: Player, phrases: Phrases) -> str:
    name = table.match.names[player]
    if player is not table.computer:
        return name
    return phrases.say("config.summary.computer", name=name)


def _turned(table: Table, key: str, phrases: Phrases) -> str:
    """What has been changed of a preset, with a space before it; nothing if nothing."""
    shapes = {entry.key: entry.shape for entry in table_of(Table).fields}
    shape = shapes[key]
    changes = shape.turned(getattr(table, key)) if isinstance(shape, PresetTable) else []
    if not changes:
        return ""
    return " " + phrases.say("config.summary.turned", settings=phrases.listed(changes))


def _device(table: Table, kind: str, phrases: Phrases) -> str:
    key = "device_simulated" if kind in table.simulated else "device"
    return phrases.say(
        f"config.summary.{key}",
        device=phrases.say(f"config.device.{kind}"),
        driver=driver_of(type(table.devices[kind])),
    )
