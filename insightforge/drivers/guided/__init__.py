"""The guided driver: offline, deterministic, no model.

It reads everything through the workbench, finds located passages that show decisions, merges what several teams say of
one decision, and writes items by rule.

    passages      derived text → located sentences, list items, table rows under their headings
    cues          word cues: done, in vain, imagined, someone else's, no matter
    symptoms, imperative, remedies      problems and fixes in a team's own words
    effects       numbers before and after, differences, words of praise or blame
    ladders       tables in which each row adds one thing
    frames        the catalogue of decisions (catalogue/*.toml)
    stances, circumstances, quoting     what a passage says of what it mentions, and what to cite
    findings      passages × frames → what one source shows
    merge         findings of several teams → decisions
    writing       decisions → item drafts
    code          is it in the notebooks?
    competition, domain, improvement    the stages
"""

from __future__ import annotations

from insightforge.drivers.guided.driver import GuidedDriver

__all__ = ["GuidedDriver"]
