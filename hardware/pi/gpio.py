"""The way to the pins: gpiozero through lgpio, which is named, so that nothing else is tried."""

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from gpiozero import GPIOPinInUse, PinUnknownPi

from hardware.errors import PinError
from hardware.pins import label

__all__ = ["claim", "let_go", "lgpio_factory"]


def lgpio_factory() -> Any:
    """The pins of this Raspberry Pi, as a gpiozero factory on lgpio.

    Raises PinError where there are none, where this user may not use them, and without lgpio.
    """
    try:
        with _in_temporary_folder():
            from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - missing where no pins are
    except ImportError as error:
        raise PinError(
            "lgpio is missing, through which the pins are reached; "
            "install it: sudo apt install python3-lgpio"
        ) from error
    try:
        return LGPIOFactory()
    except PinUnknownPi as error:
        raise PinError("this machine is no Raspberry Pi: it has no pins for buttons") from error
    except Exception as error:  # lgpio.error is no class of its own in every version
        raise PinError(
            f"the pins cannot be opened ({error}); add this user to the group gpio: "
            "sudo usermod -aG gpio $USER, then log in again"
        ) from error


@contextlib.contextmanager
def _in_temporary_folder() -> Iterator[None]:
    """lgpio opens a pipe in the folder where it is loaded, which may be read-only or a checkout."""
    before = Path.cwd()
    os.chdir(tempfile.gettempdir())
    try:
        yield
    finally:
        # another user may have started the program in a folder that this one may not enter again
        with contextlib.suppress(PermissionError):
            os.chdir(before)


def claim(make: Callable[..., Any], bcm: int, factory: Any, **options: Any) -> Any:
    """A gpiozero device on a pin; raises PinError, with the pin's names, when it is taken.

    factory: the way to the pins, which must be named: without one gpiozero would look for another.
    """
    if factory is None:
        raise PinError(
            f"{label(bcm)} cannot be used: the pins are not open; arbiter doctor says why"
        )
    try:
        return make(bcm, pin_factory=factory, **options)
    except GPIOPinInUse as error:
        raise PinError(f"{label(bcm)} is in use already by this program") from error
    except PinError:
        raise
    except Exception as error:  # what lgpio raises when another program holds the pin
        raise PinError(
            f"{label(bcm)} cannot be used ({error}); another program may hold it: "
            "stop that one, or give this part another pin under [pins]"
        ) from error


def let_go(contact: Any) -> None:
    """Close a gpiozero button; a second call does nothing.

    Its pin on lgpio outlives it, and goes on being called. That ends lgpio's one thread with an
    error, and every button that is opened later in this program would be deaf.
    """
    if contact.pin is not None:
        contact.pin.when_changed = None
    contact.close()
