#!/bin/sh
# The first program of the user-mode kernel: makes the simulated chip, runs the tests, and ends the
# kernel. The host's files are there to be read, and only folders in memory can be written.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
mount -t tmpfs none /tmp
mount -t configfs none /sys/kernel/config

pins=/sys/kernel/config/gpio-sim/pi
mkdir "$pins" "$pins/bank0"
echo pinctrl-bcm2711 >"$pins/bank0/label"
echo 28 >"$pins/bank0/num_lines"
echo 1 >"$pins/live"
ARBITER_REAL_GPIO=/sys/devices/platform/$(cat "$pins/dev_name")/$(cat "$pins/bank0/chip_name")
export ARBITER_REAL_GPIO PYTHONPATH="$CHECKOUT:$LGPIO" PYTHONDONTWRITEBYTECODE=1

echo "gpio: $(uname -sr), $(cat "$pins/bank0/chip_name") labelled $(cat "$pins/bank0/label")"
cd "$CHECKOUT" || exit 1
"$PYTHON" -P -c 'from importlib.metadata import version as of; from platform import python_version
print(f"gpio: Python {python_version()}, " + ", ".join(f"{one} {of(one)}" for one in ("gpiozero", "lgpio")))'
"$PYTHON" -P -m pytest -q --color=no --no-cov -p no:cacheprovider -rs tests/real/test_real_gpio.py \
    tests/hardware/contracts/test_buttons.py tests/hardware/contracts/test_lights.py \
    tests/hardware/contracts/test_powers.py
echo "gpio: ended with $?"
# the call that switches a machine off: there is no systemd here to ask
"$PYTHON" -I -c 'import ctypes; ctypes.CDLL(None).reboot(0x4321FEDC)'
