"""Validation of settings.py."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from firmware_bridge.pico.parts import SettingValue

MIN_MILLIAMPS = 50
MAX_MILLIAMPS = 5000
LAYOUT_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
MAX_LAYOUT_NAME = 16


def check_settings(settings: "ModuleType") -> None:
    """Raises a ValueError that names the wrong setting and the allowed values."""
    require_one_of(settings, "SENSORS", ("reeds", "hall", None))
    require_one_of(settings, "LAMPS", (0, 26, 52, 78))
    require_one_of(settings, "BUTTONS", (0, 1, 2, 3, 4))
    require_one_of(settings, "BUZZER", (True, False))
    require_one_of(settings, "DICE", (0, 1, 2))
    milliamps = setting_value(settings, "MILLIAMPS")
    if type(milliamps) is not int or not MIN_MILLIAMPS <= milliamps <= MAX_MILLIAMPS:
        refuse("MILLIAMPS", milliamps, f"a number from {MIN_MILLIAMPS} to {MAX_MILLIAMPS}")
    layout = setting_value(settings, "LAYOUT")
    if not (isinstance(layout, str) and is_layout_name(layout)):
        refuse("LAYOUT", layout, '"p5" or another name of small letters and digits')


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


def is_layout_name(layout: str) -> bool:
    """True if the host accepts this as the name of a layout."""
    return 0 < len(layout) <= MAX_LAYOUT_NAME and not layout.strip(LAYOUT_LETTERS)


def refuse(name: str, value: object, allowed: str) -> None:
    """Raises ValueError for a wrong setting."""
    raise ValueError(f"settings.py: {name} must be {allowed}, not {literal(value)}")


def literal(value: object) -> str:
    """A value in the notation of the settings."""
    return f'"{value}"' if isinstance(value, str) else repr(value)
