"""The real Picamera2 on libcamera's virtual camera, given what that camera lacks of a Pi's."""

from typing import Any

import cv2
import numpy as np
from picamera2 import Picamera2
from picamera2.allocators import LibcameraAllocator
from picamera2.request import CompletedRequest


class VirtualRequest:
    """A real request whose NV12 pictures come in the formats that a Pi gives."""

    def __init__(self, request: CompletedRequest) -> None:
        self._request = request

    def get_metadata(self) -> Any:
        """As the real one's."""
        return self._request.get_metadata()

    def release(self) -> None:
        """As the real one's."""
        self._request.release()

    def make_array(self, name: str) -> Any:
        """Blue, green, red of the main stream; planes of YUV420 of the small one."""
        luma, chroma = self._planes(name)
        height, width = luma.shape
        if name == "main":
            blue, red = (cv2.resize(plane, (width, height)) for plane in chroma)
            return cv2.cvtColor(cv2.merge((luma, red, blue)), cv2.COLOR_YCrCb2BGR)
        # the pictures are JPEGs, whose luma takes all 256 levels; a camera's takes 16 to 235
        video = [
            16 + luma * (219 / 255),
            *(128 + (plane - 128.0) * (224 / 255) for plane in chroma),
        ]
        return np.concatenate(
            [plane.round().astype(np.uint8).reshape(-1, width) for plane in video]
        )

    def _planes(self, name: str) -> tuple[Any, list[Any]]:
        """Luma (height, width), and the two of chroma with half as many rows and columns."""
        stream = self._request.config[name]
        (width, height), stride = stream["size"], stream["stride"]
        nv12 = self._request.make_buffer(name)[: stride * height * 3 // 2].reshape(-1, stride)
        both = nv12[height:, :width].reshape(height // 2, width // 2, 2)
        return nv12[:height, :width], [np.ascontiguousarray(both[:, :, k]) for k in (0, 1)]


class VirtualPicamera2(Picamera2):  # type: ignore[misc]  # not installed where types are checked
    """Asks for NV12 where a Pi is asked for RGB888 and YUV420, and says that it gave those."""

    def __init__(self, camera_num: int = 0) -> None:
        super().__init__(camera_num)
        self.allocator = LibcameraAllocator(self.camera)

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        return [{"format": "NV12", "size": (1280, 960)}]

    def configure(self, camera_config: Any = None) -> None:
        """Configure twice: after once, every frame of this pipeline has an unknown status."""
        for name in ("main", "lores"):
            camera_config[name] = camera_config[name] | {"format": "NV12"}
        super().configure(camera_config)
        super().configure(camera_config)

    def camera_configuration(self) -> dict[str, Any]:
        """The configuration, with the formats that VirtualRequest gives."""
        given = {name: dict(self.camera_config[name]) for name in ("main", "lores")}
        given["main"]["format"], given["lores"]["format"] = "RGB888", "YUV420"
        return given

    def capture_request(
        self, wait: Any = None, signal_function: Any = None, flush: Any = None
    ) -> Any:
        """A request in the formats that a Pi gives."""
        return VirtualRequest(super().capture_request(wait, signal_function, flush))
