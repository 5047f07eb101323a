"""The devices of a board that is on the wire: its sensors, lamps, buttons and dice."""
