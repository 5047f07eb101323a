// Tests what lists of matches say of each match.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dateInWords, stateOfMatch } from "../../service/web/page/js/match_texts.js";

const NOON = "2026-11-20T12:00:00Z";

test("a date is written as in the region of the browser, if it speaks the language", () => {
  assert.match(dateInWords(NOON, "en", ["fr-CA", "en-GB", "en-US"]), /^20 Nov 2026/);
  assert.match(dateInWords(NOON, "en", ["en-US"]), /^Nov 20, 2026/);
  assert.match(dateInWords(NOON, "fr", ["en-GB"]), /^20 nov\. 2026/);
});

test("a match is won, under way or unfinished", () => {
  const words = { say: (key, { winner = "" } = {}) => `${key} ${winner}`.trim() };
  assert.equal(stateOfMatch(words, { winner: "Bob", under_way: false }), "page.matches.won Bob");
  assert.equal(stateOfMatch(words, { winner: null, under_way: true }), "page.matches.under_way");
  assert.equal(stateOfMatch(words, { winner: null, under_way: false }), "page.matches.unfinished");
});
