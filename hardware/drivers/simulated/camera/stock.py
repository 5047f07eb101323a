"""Boards and checkers that can be asked for by name."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from hardware.drivers.simulated.camera.looks import (
    Aside,
    Grain,
    Look,
    Make,
    Rgb,
    Stuff,
    Top,
    Trays,
)


def _wood(colour: Rgb) -> Stuff:
    return Stuff(colour, Grain.WOOD, 0.06, 40)


def _felt(colour: Rgb) -> Stuff:
    return Stuff(colour, Grain.FELT, 0.0)


def _leather(colour: Rgb) -> Stuff:
    return Stuff(colour, Grain.LEATHER, 0.08, 25)


def _plastic(colour: Rgb, gloss: float = 0.12) -> Stuff:
    return Stuff(colour, Grain.PLAIN, gloss, 90)


def _paper(colour: Rgb) -> Stuff:
    return Stuff(colour, Grain.PAPER, 0.01)


def _marble(colour: Rgb) -> Stuff:
    return Stuff(colour, Grain.MARBLE, 0.5, 220)


def _metal(colour: Rgb) -> Stuff:
    return Stuff(colour, Grain.METAL, 0.9, 60)


CLUB = Look(
    light=_plastic((232, 230, 222)),
    dark=_plastic((34, 34, 37)),
    field=_felt((196, 188, 170)),
    odd=_felt((42, 42, 46)),
    even=_felt((166, 32, 36)),
    rim=_leather((46, 46, 50)),
    table=_felt((78, 92, 116)),
    tray=_felt((40, 40, 44)),
    make=Make(0.9, 0.24, Top.DISHED),
    trays=Trays.BOTH,
    aside=Aside.EDGE,
)
WOOD = Look(
    light=_wood((222, 184, 128)),
    dark=_wood((92, 52, 32)),
    field=_wood((196, 152, 96)),
    odd=_wood((104, 58, 36)),
    even=_wood((226, 202, 152)),
    rim=_wood((122, 72, 44)),
    table=_wood((142, 108, 76)),
    tray=_wood((156, 112, 70)),
    make=Make(0.9, 0.25, Top.RINGED),
    hinges=True,
)
LOOKS = MappingProxyType(
    {
        "club": CLUB,
        "wood": WOOD,
        "two-woods": replace(
            WOOD,
            light=_wood((208, 168, 112)),
            dark=_wood((142, 94, 60)),
            trays=Trays.NONE,
            outlined=True,
            depth=11.0,
            make=Make(0.88, 0.26, Top.RINGED),
        ),
        "green-felt": replace(
            CLUB,
            light=_marble((232, 216, 176)),
            dark=_marble((112, 28, 30)),
            field=_felt((30, 92, 62)),
            odd=_felt((222, 212, 184)),
            even=_felt((128, 34, 38)),
            rim=_wood((88, 48, 30)),
            table=_wood((112, 82, 60)),
            tray=_felt((30, 92, 62)),
            make=Make(0.9, 0.28, Top.FLAT),
            trays=Trays.HOME,
            aside=Aside.FLAT,
        ),
        "black-on-black": replace(
            CLUB,
            light=_plastic((118, 118, 122)),
            dark=_plastic((24, 24, 26), 0.2),
            field=_leather((36, 36, 38)),
            odd=_leather((88, 88, 92)),
            even=_leather((64, 22, 24)),
            rim=_leather((26, 26, 28)),
            table=_wood((92, 70, 52)),
            tray=_leather((30, 30, 32)),
            make=Make(0.92, 0.23, Top.FLAT),
        ),
        "white-and-grey": replace(
            CLUB,
            light=_plastic((238, 238, 238)),
            dark=_plastic((158, 160, 164)),
            field=_felt((92, 104, 128)),
            odd=_felt((206, 208, 212)),
            even=_felt((52, 60, 82)),
            rim=_leather((62, 66, 78)),
            table=_felt((146, 140, 130)),
            tray=_felt((70, 80, 100)),
            make=Make(0.88, 0.22, Top.DISHED),
            trays=Trays.HOME,
        ),
        "cork-domes": replace(
            WOOD,
            light=_marble((236, 152, 56)),
            dark=_marble((26, 84, 58)),
            field=Stuff((206, 150, 98), Grain.CORK, 0.0),
            odd=Stuff((232, 222, 200), Grain.CORK, 0.0, contrast=0.5),
            even=Stuff((92, 54, 40), Grain.CORK, 0.0, contrast=0.6),
            rim=_wood((72, 52, 42)),
            table=_felt((92, 108, 132)),
            tray=Stuff((188, 132, 84), Grain.CORK, 0.0),
            make=Make(0.91, 0.2, Top.DOMED, 0.12),
            trays=Trays.BOTH,
        ),
        "paper": replace(
            CLUB,
            light=_plastic((206, 70, 60)),
            dark=_plastic((34, 104, 48)),
            field=_paper((222, 220, 214)),
            odd=_paper((214, 212, 206)),
            even=_paper((150, 150, 150)),
            rim=_paper((226, 224, 218)),
            table=_wood((66, 44, 32)),
            tray=_paper((222, 220, 214)),
            make=Make(0.91, 0.13, Top.RINGED),
            bar=0.0,
            height=0.0,
            standing=0.0,
            edge=0.3,
            trays=Trays.NONE,
            outlined=True,
            aside=Aside.BESIDE,
        ),
        "metal": replace(
            CLUB,
            light=_metal((226, 200, 138)),
            dark=_metal((96, 100, 108)),
            field=_leather((112, 62, 40)),
            odd=_leather((62, 34, 26)),
            even=_leather((186, 142, 96)),
            rim=_leather((74, 42, 30)),
            table=_marble((206, 202, 196)),
            tray=_leather((88, 50, 34)),
            make=Make(0.86, 0.18, Top.RINGED),
            trays=Trays.HOME,
            aside=Aside.FLAT,
        ),
        "colours-of-points": replace(
            CLUB,
            light=_plastic((226, 216, 190)),
            dark=_plastic((150, 34, 38)),
            field=_felt((56, 62, 72)),
            odd=_felt((152, 36, 40)),
            even=_felt((224, 214, 188)),
            rim=_wood((64, 40, 28)),
            table=_wood((168, 134, 98)),
            tray=_felt((56, 62, 72)),
            make=Make(0.9, 0.25, Top.FLAT),
            aside=Aside.FLAT,
        ),
        "blue-leather": replace(
            CLUB,
            light=_marble((238, 232, 220)),
            dark=_marble((36, 62, 122)),
            field=_leather((174, 166, 150)),
            odd=_leather((44, 66, 112)),
            even=_leather((122, 130, 142)),
            rim=_leather((32, 44, 76)),
            table=_wood((120, 88, 64)),
            tray=_leather((44, 58, 92)),
            make=Make(0.93, 0.27, Top.DISHED),
            depth=11.8,
            bar=1.3,
        ),
        "red-and-black": replace(
            WOOD,
            light=_plastic((196, 40, 36), 0.25),
            dark=_plastic((22, 22, 24), 0.25),
            field=_wood((222, 190, 140)),
            odd=_wood((52, 34, 26)),
            even=_wood((150, 96, 58)),
            rim=_wood((92, 60, 40)),
            table=_plastic((218, 216, 210)),
            make=Make(0.84, 0.22, Top.FLAT),
            depth=10.6,
            trays=Trays.NONE,
            bar=0.8,
            height=0.42,
            aside=Aside.BESIDE,
        ),
    }
)
"""Looks by name; the first one is what is taken when nobody asks."""


def look_of(name: str | int) -> Look:
    """A look by its name, or by its number counted round and round; ValueError for others."""
    if isinstance(name, int):
        return tuple(LOOKS.values())[name % len(LOOKS)]
    if name not in LOOKS:
        raise ValueError(f"there is no look {name!r}, only {', '.join(LOOKS)}")
    return LOOKS[name]
