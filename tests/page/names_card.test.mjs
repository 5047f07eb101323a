// Tests the names that are given on the card of a table whose players have none.

import assert from "node:assert/strict";
import { test } from "node:test";
import { namesGiven } from "../../service/web/page/js/panels/names_card.js";

test("names are given to player one and player two, without the blanks around them", () => {
  assert.deepEqual(namesGiven([["names.one", " Zoë "], ["names.two", "Bob"]]), { "names.one": "Zoë", "names.two": "Bob" });
});

test("a player without a name keeps the old one", () => {
  assert.deepEqual(namesGiven([["names.one", ""], ["names.two", "Bob"]]), { "names.two": "Bob" });
  assert.deepEqual(namesGiven([["names.two", " "]]), {});
});
