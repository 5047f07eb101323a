"""The assignment of the pins of the Pico, by GPIO number."""

MUX_ADDRESS = (2, 3, 4, 5, 6, 7, 8)
"""A0 to A6 of the magnetic sensors: A0 to A3 select one of a bank, A4 to A6 the bank."""
BUTTONS = (10, 11, 12, 13)
PIEZO = 14
MUX_POWER = 15
"""Enables the 74HC138 that powers one bank of magnetic sensors."""
CHAIN_DATA = 16
"""QH of the first 74HC165: SPI0 RX."""
CHAIN_LOAD = 17
"""SH/LD of all 74HC165."""
CHAIN_CLOCK = 18
"""CLK of all 74HC165: SPI0 SCK."""
CHAIN_SPARE = 19
"""SPI0 TX; not connected."""
DICE_TX = 20
"""UART1, to the dice."""
DICE_RX = 21
"""UART1, from the dice."""
STRIP_DATA = 22
"""To the WS2812 strip, through a 74AHCT125."""
MUX_VALUE = 26
"""The value of the selected magnetic sensor: ADC0."""
