"""The page sounds after the first gesture only, and not at all where sounds are off."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour
from simulation.gestures import LiftDice
from tests.rigs.browser.browser_tabs import BrowserUsers, OpenTab, Tab
from tests.rigs.browser.service_process import ServiceProcess, TableClient
from tools.sounds import SOUNDS

LISTEN = """
window.played = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...given) {
  window.played.push(Math.round(this.buffer.duration * 1000));
  return start.apply(this, given);
};
const Context = window.AudioContext;
window.contexts = [];
window.AudioContext = class extends Context {
  constructor(...given) { super(...given); window.contexts.push(this); }
};
"""
"""Records the length of every sound that is played, in milliseconds."""
REFUSE = """
window.AudioContext.prototype.resume =
  () => Promise.reject(new DOMException("no", "NotAllowedError"));
Object.defineProperty(window.AudioContext.prototype, "state", { get: () => "suspended" });
"""
HAS_PLAYED = "() => window.played.length > 0"
LOADED = """() => performance.getEntriesByType("resource")
  .filter(({ name }) => name.endsWith(".wav")).map(({ name }) => name.split("/").at(-1))"""
ALL_LOADED = """wanted => performance.getEntriesByType("resource")
  .filter(({ name, responseEnd }) => name.endsWith(".wav") && responseEnd).length >= wanted"""


@pytest.fixture
def tab(kibitz: ServiceProcess, visitors: BrowserUsers) -> Tab:
    """A page whose sounds are recorded."""
    user = visitors.come(sounds=True)
    user.context.add_init_script(LISTEN)
    tab = user.open(kibitz.link.full)
    expect(tab.verdict).to_contain_text("one die")
    return tab


def test_page_is_silent_until_the_first_gesture_and_sounds_afterwards(
    tab: Tab, hands: TableClient
) -> None:
    hands.throw(3, 1)
    expect(tab.verdict).to_contain_text("3 and 1")
    assert tab.page.evaluate(LOADED) == []
    assert tab.page.evaluate("() => window.contexts.length") == 0

    tab.press("Shift")
    tab.page.wait_for_function(ALL_LOADED, arg=len(SOUNDS))
    hands.carry(Colour.LIGHT, (8, 5))

    tab.page.wait_for_function(HAS_PLAYED)
    assert sorted(tab.page.evaluate(LOADED)) == sorted(f"{name}.wav" for name in SOUNDS)


def test_muted_page_loads_no_sound_until_it_is_asked_to(tab: Tab, hands: TableClient) -> None:
    tab.page.evaluate("() => localStorage.setItem('kibitz', '{\"sounds\":false}')")
    tab.page.reload()
    expect(tab.verdict).to_contain_text("one die")
    tab.press("Shift")
    hands.throw(3, 1)
    expect(tab.verdict).to_contain_text("3 and 1")
    assert tab.page.evaluate(LOADED) == []

    tab.button("Sounds").click()
    expect(tab.button("Sounds")).to_have_attribute("aria-pressed", "true")
    tab.page.wait_for_function(ALL_LOADED, arg=len(SOUNDS))
    hands.carry(Colour.LIGHT, (8, 5))
    tab.page.wait_for_function(HAS_PLAYED)

    tab.button("Sounds").click()
    tab.page.evaluate("() => { window.played = [] }")
    hands.carry(Colour.LIGHT, (6, 5))
    expect(tab.mark("p5", "complete")).to_be_visible()
    assert tab.page.evaluate("() => window.played") == []


def test_objection_is_heard_and_seen(tab: Tab, hands: TableClient) -> None:
    tab.press("Shift")
    tab.page.wait_for_function(ALL_LOADED, arg=len(SOUNDS))
    hands.throw(3, 1)
    hands.carry(Colour.LIGHT, (13, 11))
    hands.do(LiftDice(None))

    tab.page.wait_for_function("() => window.played.includes(470)")
    expect(tab.page.locator(".verdict.alarm")).to_be_visible()


def test_browser_that_allows_no_sound_stays_silent_without_a_fault(
    kibitz: ServiceProcess, visitors: BrowserUsers, hands: TableClient
) -> None:
    user = visitors.come(sounds=True)
    user.context.add_init_script(LISTEN + REFUSE)
    tab = user.open(kibitz.link.full)
    expect(tab.verdict).to_contain_text("one die")
    tab.press("Shift")
    tab.page.wait_for_function(ALL_LOADED, arg=len(SOUNDS))

    hands.throw(3, 1)
    expect(tab.verdict).to_contain_text("3 and 1")

    assert tab.page.evaluate("() => window.played") == []


def test_volume_is_remembered_and_heard_when_it_changes(tab: Tab) -> None:
    tab.press("Shift")
    tab.page.wait_for_function(ALL_LOADED, arg=len(SOUNDS))
    tab.go("options").page.get_by_label("Volume").focus()
    tab.press("Home", "ArrowRight")

    stored = json.loads(tab.page.evaluate("() => localStorage.getItem('kibitz')"))
    assert stored["volume"] == 5
    tab.page.wait_for_function(HAS_PLAYED)


def test_sound_files_are_served_as_such(open_tab: OpenTab) -> None:
    tab = open_tab(sounds=True)
    address = urlsplit(tab.page.url)
    answer = tab.page.request.get(f"{address.scheme}://{address.netloc}/page/sounds/hit.wav")

    assert answer.headers["content-type"] == "audio/wav"
    assert answer.body().startswith(b"RIFF")
