"""Validation of settings.py."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from firmware_bridge.pico.parts import SettingValue

MIN_MILLIAMPS = 50
MAX_MILLIAMPS = 5000
MAX_CELLS = 256
MAX_LAMPS = 78
SMALL_LETTERS = "abcdefghijklmnopqrstuvwxyz"
LAYOUT_LETTERS = SMALL_LETTERS + "0123456789"
PLACE_LETTERS = LAYOUT_LETTERS + ".,:-"
MAX_NAME = 16
MIN_PLACES = 2
MAX_PLACES = 64
"""Letters of the places of sensors or lamps, so that a line has room for both."""


def check_settings(settings: "ModuleType") -> None:
    """Raises a ValueError that names the wrong setting and the allowed values."""
    require_one_of(settings, "SENSORS", ("reeds", "hall", None))
    require_one_of(settings, "BUTTONS", (0, 1, 2, 3, 4))
    require_one_of(settings, "BUZZER", (True, False))
    require_one_of(settings, "DICE", (0, 1, 2))
    require_number(settings, "CELLS", 1, MAX_CELLS)
    require_number(settings, "LAMPS", 0, MAX_LAMPS)
    require_number(settings, "MILLIAMPS", MIN_MILLIAMPS, MAX_MILLIAMPS)
    name = '"p5" or another name of small letters and digits'
    require_text(settings, "LAYOUT", LAYOUT_LETTERS, 1, MAX_NAME, name)
    require_text(settings, "GAME", SMALL_LETTERS, 1, MAX_NAME, "a name of small letters")
    places = f"{MIN_PLACES} to {MAX_PLACES} small letters, digits and . , : -"
    for name in ("SENSOR_PLACES", "LAMP_PLACES"):
        require_text(settings, name, PLACE_LETTERS, MIN_PLACES, MAX_PLACES, places)


def require_number(settings: "ModuleType", name: str, low: int, high: int) -> None:
    """Raises ValueError unless the value is a whole number within these bounds."""
    value = setting_value(settings, name)
    if type(value) is not int or not low <= value <= high:
        refuse(name, value, f"a number from {low} to {high}")


def require_text(
    settings: "ModuleType", name: str, letters: str, shortest: int, longest: int, allowed: str
) -> None:
    """Raises ValueError unless the value is a text of these letters, and neither short nor long."""
    value = setting_value(settings, name)
    good = isinstance(value, str) and shortest <= len(value) <= longest and not value.strip(letters)
    if not good:
        refuse(name, value, allowed)


def require_one_of(settings: "ModuleType", name: str, allowed: "tuple[SettingValue, ...]") -> None:
    """Raises ValueError unless the value is allowed; compares types too, as False equals 0."""
    value = setting_value(settings, name)
    if (type(value), value) not in [(type(one), one) for one in allowed]:
        refuse(name, value, " or ".join([literal(one) for one in allowed]))


def setting_value(settings: "ModuleType", name: str) -> object:
    """The value of a setting; ValueError if it is missing."""
    if not hasattr(settings, name):
        raise ValueError(f"settings.py: {name} is missing")
    value: object = getattr(settings, name)
    return value


def refuse(name: str, value: object, allowed: str) -> None:
    """Raises ValueError for a wrong setting."""
    raise ValueError(f"settings.py: {name} must be {allowed}, not {literal(value)}")


def literal(value: object) -> str:
    """A value in the notation of the settings."""
    return f'"{value}"' if isinstance(value, str) else repr(value)
