"""The tables that the web server offers, each with all that serves its pages."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from service.table.live_score_sheet import LiveScoreSheet
from service.table.table_runtime import TableRuntime
from service.web.feed.table_feed import TableFeed
from service.web.http.match_history import MatchHistory, RunningMatch
from service.web.parts.table_parts import TableParts
from service.web.rate_limits import ViewerCount, stream_count
from service.web.session.page_actions import PageActions
from service.web.table_camera import CalibrationTask, CameraPictures


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table as the web server sees it."""

    runtime: TableRuntime
    key: str = field(repr=False)
    """The access key; a page that has it may act."""
    score_sheet: LiveScoreSheet
    parts: TableParts
    actions: PageActions
    history: MatchHistory
    feed: TableFeed
    """The feed of the table for programs."""
    camera: CameraPictures | None = None
    """The pictures of the camera, if the table has one."""

    @classmethod
    def open(cls, runtime: TableRuntime, key: str) -> OpenTable:
        """Builds a table before its first signal, so that the score sheet misses nothing."""
        table, journal = runtime.table, runtime.journal
        score_sheet = LiveScoreSheet(
            table,
            lambda: journal.match,
            runtime.resumed_sheet,
            lambda: runtime.computer_hands.player,
        )
        table.listeners.append(score_sheet)
        pipeline = runtime.devices.camera_pipeline
        task = CalibrationTask(pipeline, table.notify_soon) if pipeline else None
        if task:
            table.tasks.append(task.run)
        actions = PageActions(
            runtime,
            lambda: parts.revision,
            lambda: parts.plays.number if parts.plays else None,
            calibration_task=task,
        )
        parts = TableParts(runtime, score_sheet, actions.world, task)
        history = MatchHistory(journal.path, lambda: RunningMatch(journal.match, table.state))
        feed = TableFeed(runtime, score_sheet, parts)
        table.listeners.append(feed)
        pictures = CameraPictures(pipeline) if pipeline else None
        return cls(runtime, key, score_sheet, parts, actions, history, feed, pictures)

    @property
    def name(self) -> str:
        return self.runtime.table.name


@dataclass(frozen=True, slots=True)
class OpenTables:
    """The open tables in their order, and the count of their viewers."""

    by_name: dict[str, OpenTable] = field(default_factory=dict)
    viewer_count: ViewerCount = field(default_factory=ViewerCount)
    stream_count: ViewerCount = field(default_factory=stream_count)
    """The count of the programs that follow the feed."""
    boot: str = field(default_factory=lambda: secrets.token_hex(8))
    """A random identifier of this run of the service; pages notice a restart by it."""

    def add(self, table: OpenTable) -> None:
        self.by_name[table.name] = table
