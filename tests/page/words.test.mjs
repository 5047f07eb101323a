// Tests that the page says things by the same rules as the service.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createWords, findLanguage, loadWords, preferredLanguage } from "../../service/web/page/js/words.js";

const PHRASES = {
  plain: "Hello {name}, {{here}}",
  "checkers.one": "1 checker",
  "checkers.many": "{count} checkers",
  "language.and": "and",
  "language.or": "or",
};
const words = createWords("en", PHRASES);

test("names are filled in, and doubled braces are braces", () => {
  assert.equal(words.say("plain", { name: "Alice" }), "Hello Alice, {here}");
});

test("a value that is filled in is not read again", () => {
  assert.equal(words.say("plain", { name: "{count}" }), "Hello {count}, {here}");
});

test("one is one, and everything else is many", () => {
  assert.equal(words.say("checkers", { count: 1 }), "1 checker");
  assert.equal(words.say("checkers", { count: 0 }), "0 checkers");
  assert.equal(words.say("checkers"), "{count} checkers");
});

test("a key without a phrase is shown itself, and logged as an error", (context) => {
  const errors = context.mock.method(console, "error", () => {});
  assert.equal(words.say("nowhere"), "nowhere");
  assert.equal(errors.mock.callCount(), 1);
});

test("a list is joined as in a sentence", () => {
  assert.equal(words.joinList([]), "");
  assert.equal(words.joinList([3]), "3");
  assert.equal(words.joinList([1, 2, 3]), "1, 2 and 3");
  assert.equal(words.joinList([1, 2], "or"), "1 or 2");
});

test("words are fetched by the code of the language, and a refusal is an error", async () => {
  const asked = [];
  const get = async (address) => (asked.push(address), { ok: true, json: async () => PHRASES });
  const french = await loadWords("fr", get);
  assert.deepEqual(asked, ["/words/fr.json"]);
  assert.equal(french.language, "fr");
  await assert.rejects(loadWords("fr", async () => ({ ok: false, status: 404 })), /404/);
});

const OFFERED = [
  { code: "en", name: "English", former_names: ["english"] },
  { code: "xx", name: "Xanthian", former_names: [] },
];

test("a language is found by its code and by its former name", () => {
  assert.equal(findLanguage("xx", OFFERED), "xx");
  assert.equal(findLanguage("english", OFFERED), "en");
  assert.equal(findLanguage("fr", OFFERED), undefined);
  assert.equal(findLanguage(undefined, OFFERED), undefined);
});

test("the first language of the browser that is offered is preferred, and else the first one offered", () => {
  assert.equal(preferredLanguage(["de-CH", "xx-XX", "en"], OFFERED), "xx");
  assert.equal(preferredLanguage(["de"], OFFERED), "en");
  assert.equal(preferredLanguage([], OFFERED), "en");
});
