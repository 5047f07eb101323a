"""Whether what somebody has written into settings.py can be built."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from firmware_bridge.pico.parts import Setting

LEAST_MILLIAMPS = 50
MOST_MILLIAMPS = 5000
LAYOUT_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
LONGEST_LAYOUT = 16


def check(settings: "ModuleType") -> None:
    """ValueError that names what is wrong in the settings, and what is allowed."""
    one_of(settings, "SENSORS", ("reeds", "hall", None))
    one_of(settings, "LAMPS", (0, 26, 52, 78))
    one_of(settings, "BUTTONS", (0, 1, 2, 3, 4))
    one_of(settings, "BUZZER", (True, False))
    one_of(settings, "DICE", (0, 1, 2))
    milliamps = said(settings, "MILLIAMPS")
    if type(milliamps) is not int or not LEAST_MILLIAMPS <= milliamps <= MOST_MILLIAMPS:
        refuse("MILLIAMPS", milliamps, f"a number from {LEAST_MILLIAMPS} to {MOST_MILLIAMPS}")
    layout = said(settings, "LAYOUT")
    if not (isinstance(layout, str) and is_name(layout)):
        refuse("LAYOUT", layout, '"p5" or another name of small letters and digits')


def one_of(settings: "ModuleType", name: str, allowed: "tuple[Setting, ...]") -> None:
    """Refuse what is none of these; False is not 0, although Python takes it for that."""
    value = said(settings, name)
    if (type(value), value) not in [(type(one), one) for one in allowed]:
        refuse(name, value, " or ".join([spelled(one) for one in allowed]))


def said(settings: "ModuleType", name: str) -> object:
    """The value of a setting."""
    if not hasattr(settings, name):
        raise ValueError(f"settings.py: {name} is missing")
    value: object = getattr(settings, name)
    return value


def is_name(layout: str) -> bool:
    """Whether a host takes this for the name of a layout."""
    return 0 < len(layout) <= LONGEST_LAYOUT and not layout.strip(LAYOUT_LETTERS)


def refuse(name: str, value: object, allowed: str) -> None:
    """Say what is wrong with a setting."""
    raise ValueError(f"settings.py: {name} must be {allowed}, not {spelled(value)}")


def spelled(value: object) -> str:
    """A value as one writes it into the settings."""
    return f'"{value}"' if isinstance(value, str) else repr(value)
