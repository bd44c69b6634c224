"""A camera over the drawn tray."""

from collections.abc import Callable

from hardware.ports import Clock, Frame
from hardware.sim.drawn.scene import Scene
from hardware.sim.drawn.stage import Stage

__all__ = ["SceneCamera"]


class SceneCamera:
    """A Camera that sees what happens on a stage; its times are those of a clock.

    wait sleeps for so many seconds, or tells a told clock that they have passed. gain is the
    light, 1 as usual and towards 0 when a lamp is off; it may be changed at any time.
    """

    def __init__(
        self,
        scene: Scene,
        stage: Stage,
        clock: Clock,
        wait: Callable[[float], None],
        rate_hz: float = 10.0,
    ) -> None:
        self.gain = 1.0
        self.scene = scene
        self.stage = stage
        self.clock = clock
        self._wait = wait
        self._period_s = 1 / rate_hz
        self._due_s = clock.now_s()
        self._number = 0
        self._closed = False

    def capture(self) -> Frame | None:
        """Wait until a frame is due, and give it; None once closed."""
        if self._closed:
            return None
        early_s = self._due_s - self.clock.now_s()
        if early_s > 0:
            self._wait(early_s)
        time_s = self.clock.now_s()
        self._due_s += self._period_s
        if self._due_s <= time_s:
            self._due_s = time_s + self._period_s
        seen = self.stage.at(time_s)
        pixels = self.scene.draw(seen.lying, seen.rolling, seen.hand_mm, self.gain)
        self._number += 1
        return Frame(pixels, time_s, self._number - 1)

    def again(self) -> "SceneCamera":
        """The same camera, opened anew: it sees the same stage in the same light."""
        camera = SceneCamera(self.scene, self.stage, self.clock, self._wait, 1 / self._period_s)
        camera.gain = self.gain
        return camera

    def close(self) -> None:
        """Give no further frame."""
        self._closed = True
