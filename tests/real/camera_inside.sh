#!/bin/sh
# Inside the system of the real camera test: sets up libcamera's virtual camera and runs the tests.
set -eu

pictures=/tmp/pictures
mkdir -p "$pictures" /usr/share/libcamera/pipeline/virtual
number=0
for picture in /checkout/firmware/demo_game/frames/*.jpg; do
    cp "$picture" "$pictures/$number.jpg"
    number=$((number + 1))
done
cat >/usr/share/libcamera/pipeline/virtual/virtual.yaml <<YAML
%YAML 1.1
---
"Virtual0":
  supported_formats:
  - width: 800
    height: 600
    frame_rates:
    - 30
  - width: 320
    height: 240
    frame_rates:
    - 30
  frames:
    path: "$pictures/"
  location: "CameraLocationExternal"
  model: "Pictures"
YAML
# picamera2 loads the kernel's display, which no index has; nothing here opens one
mkdir -p /tmp/stubs
cat >/tmp/stubs/kms.py <<'PYTHON'
class _Formats:
    def __getattr__(self, name):
        return name


PixelFormats = _Formats()
PYTHON
cd /checkout
export HOME=/tmp LIBCAMERA_LOG_LEVELS='*:ERROR' LD_PRELOAD=/dma_heap.so
export PYTHONPATH=/checkout:/tmp/stubs PYTHONDONTWRITEBYTECODE=1 ARBITER_REAL_CAMERA=$pictures
version() { dpkg-query -W -f='${Version}' "$1"; }
/venv/bin/python - "$(cat /etc/debian_version)" "$(version python3-libcamera)" <<'PYTHON'
import platform, sys
from importlib.metadata import version
print(f"Debian {sys.argv[1]}, Python {platform.python_version()}, libcamera {sys.argv[2]},",
      ", ".join(f"{name} {version(name)}" for name in ("picamera2", "numpy", "opencv-python-headless")))
PYTHON
# picamera2 leaves files for Python to close, and uses calls that Python is about to drop
tested() {
    /venv/bin/python -m pytest -q -p no:cacheprovider -rs -W ignore::ResourceWarning \
        -W ignore::pytest.PytestUnraisableExceptionWarning -W ignore::DeprecationWarning "$@"
}
# The whole game has a process of its own: in one that has opened the virtual camera often it now
# and then gives no frame after a start, several times in turn, with picamera2 alone too (28 of 50).
whole=test_a_whole_game_is_refereed_from_the_cameras_frames
tested "tests/real/test_real_camera.py::$whole"
tested --deselect "tests/real/test_real_camera.py::$whole" tests/real/test_real_camera.py \
    tests/hardware/contracts/test_cameras.py tests/hardware/test_pi_camera.py
