"""The contrast of text with what it stands on."""

from __future__ import annotations

from rendering.canvas.theme import Colour


def linear(colour: Colour) -> tuple[float, float, float]:
    """Its red, green and blue as light, 0 to 1 each."""
    r, g, b = (
        c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4
        for c in colour
    )
    return r, g, b


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 for black to 1 for white."""
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    """The contrast ratio of two colours as the web's guidelines count it, 1 to 21."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
