"""Pixels to readings, readings to rolls."""
