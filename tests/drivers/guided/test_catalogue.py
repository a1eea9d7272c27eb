"""The catalogue as a whole keeps its promises."""

from __future__ import annotations

import re

import pytest

from insightforge.drivers.guided.frames import Frame, catalogue, read_frames
from insightforge.drivers.guided.writing import wording

FRAMES = catalogue()


def test_it_is_read_whole_with_unique_ids() -> None:
    assert len({frame.id for frame in FRAMES}) == len(FRAMES) > 100


@pytest.mark.parametrize("frame", FRAMES, ids=lambda f: f.id)
def test_a_frame_speaks_in_general_and_claims_nothing(frame: Frame) -> None:
    for stance in ("adopted", "rejected"):
        words = wording(frame, stance)
        for text in (words.trigger, words.action):
            assert not re.search(r"\b(?:we|our|us|I|my|team)\b", text), text
            assert not re.search(r"(?<![\w-])\d+(?:\.\d+)?(?![\w-])", text), text
            assert not re.search(r"\b(?:improves?|boosts?|gains? score)\b", text), text
    assert frame.action.split()[0][0].isupper()


def test_no_two_frames_say_the_same() -> None:
    actions = [frame.action for frame in FRAMES]
    assert len(set(actions)) == len(actions)


def test_a_frame_that_is_not_whole_is_refused() -> None:
    with pytest.raises(ValueError, match="trigger"):
        read_frames(
            '[[frame]]\nid = "x"\naspect = "data"\ncost = "low"\nstage = "data"\nnoun = "x"\n'
            'any = ["x"]\ntrigger = "no capital"\naction = "Do it."'
        )
