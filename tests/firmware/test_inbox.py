"""The loop's queue."""

import threading

import numpy as np
import pytest

from firmware.inbox import Inbox
from firmware.loop import Item, Press, Tick
from hardware.ports import Frame


def frame(number: int) -> Frame:
    return Frame(np.zeros((1, 1, 3), np.uint8), float(number), number)


def test_items_come_out_in_the_order_in_which_they_went_in() -> None:
    inbox = Inbox[Item](max_frames=9)
    items: list[Item] = [frame(0), Press("ok", 0.5), Tick(0.7), frame(1)]
    for item in items:
        inbox.put(item)
    inbox.close()
    assert list(inbox) == items


def test_a_full_queue_drops_its_oldest_frame_and_never_a_press() -> None:
    inbox = Inbox[Item](max_frames=2)
    press = Press("ok", 0.5)
    inbox.put(frame(0))
    inbox.put(press)
    for number in range(1, 5):
        inbox.put(frame(number))
    inbox.close()
    left = list(inbox)
    assert [item.number for item in left if isinstance(item, Frame)] == [3, 4]
    assert press in left
    assert inbox.dropped == 3


def test_a_loop_that_waits_gets_the_item_of_another_thread() -> None:
    inbox = Inbox[Item]()
    got: list[Item] = []
    loop = threading.Thread(target=lambda: got.extend(inbox))
    loop.start()
    inbox.put(Press("up", 1.0))
    inbox.close()
    loop.join(timeout=10)
    assert got == [Press("up", 1.0)]


def test_an_item_is_taken_within_a_time_or_none_is() -> None:
    inbox = Inbox[Item]()
    assert inbox.take(0.0) is None
    inbox.put(Tick(1.0))
    assert inbox.take(0.0) == Tick(1.0)
    inbox.put(Tick(2.0))
    inbox.close()
    assert inbox.take(9.0) == Tick(2.0)
    assert inbox.take(9.0) is None


def test_a_queue_may_hold_a_single_frame() -> None:
    inbox = Inbox[Item](max_frames=1)
    inbox.put(frame(0))
    inbox.put(frame(1))
    inbox.close()
    assert [item.time_s for item in inbox] == [1.0]


def test_a_queue_without_room_for_a_frame_is_refused() -> None:
    with pytest.raises(ValueError, match="max_frames is 0"):
        Inbox(0)
