// Places are called as the players at the table call them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PLACES, placeName } from "../../service/web/page/js/devices/place_names.js";

const say = (key, values = {}) => [key, ...Object.values(values)].join(" ");
const players = { light: { name: "Alice" }, dark: { name: "Bob" } };
const app = (parts) => ({ words: { say }, store: { parts } });

test("every place of a board has a name of its own", () => {
  const names = PLACES.map((place) => placeName(app({ Game: { players } }), place));

  assert.equal(PLACES.length, 28);
  assert.equal(new Set(names).size, 28);
});

test("a point goes by its number, and the rest by whose it is", () => {
  const name = (place) => placeName(app({ Game: { players } }), place);

  assert.equal(name("p6"), "place.point 6");
  assert.equal(name("bar.dark"), "place.bar_of Bob");
  assert.equal(name("off.light"), "place.tray_of Alice");
});

test("each player counts the points from his own home", () => {
  const name = (counting) => placeName(app({}), "p6", counting);

  assert.deepEqual([undefined, null, "light", "dark"].map(name), [6, 6, 6, 19].map((it) => `place.point ${it}`));
});

test("before anything is known of the players there is a bar and a tray", () => {
  assert.equal(placeName(app({}), "bar.light"), "place.bar");
  assert.equal(placeName(app({}), "off.dark"), "place.tray");
});
