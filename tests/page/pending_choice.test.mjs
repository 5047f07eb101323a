// Tests the choice that a page shows before the service does.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createPendingChoice } from "../../service/web/page/js/panels/pending_choice.js";

let store, setting, choice, shows;

beforeEach(() => {
  [store, setting, shows] = [{ parts: { welcome: {} } }, "all", 0];
  choice = createPendingChoice(store, () => setting, () => (shows += 1));
});

test("a setting without a choice is as the service shows it", () => {
  assert.equal(choice.value(), "all");
  setting = "some";
  assert.equal(choice.value(), "some");
});

test("a choice is shown before and after its answer until the service shows it", async () => {
  const answer = Promise.withResolvers();
  const chosen = choice.choose("none", answer.promise);
  assert.equal(choice.value(), "none");
  answer.resolve(true);
  await chosen;
  assert.equal(choice.value(), "none");
  setting = "none";
  assert.equal(choice.value(), "none");
  setting = "some";
  assert.equal(choice.value(), "some");
});

test("a choice that is shown before its answer gives way to later ones", async () => {
  const answer = Promise.withResolvers();
  const chosen = choice.choose("none", answer.promise);
  setting = "none";
  answer.resolve(true);
  await chosen;
  setting = "all";
  assert.equal(choice.value(), "all");
});

test("a refused choice is taken back", async () => {
  await choice.choose("none", Promise.resolve(false));
  assert.equal(choice.value(), "all");
  assert.equal(shows, 1);
});

test("what somebody else has chosen meanwhile is shown", async () => {
  await choice.choose("none", Promise.resolve(true));
  setting = "some";
  assert.equal(choice.value(), "some");
});

test("the answer to an earlier choice leaves the later one", async () => {
  const [first, second] = [Promise.withResolvers(), Promise.withResolvers()];
  const earlier = choice.choose("some", first.promise);
  choice.choose("none", second.promise);
  setting = "some";
  first.resolve(true);
  await earlier;
  assert.equal(choice.value(), "none");
});

test("another connection shows what the service has kept", async () => {
  await choice.choose("none", Promise.resolve(true));
  store.parts.welcome = {};
  assert.equal(choice.value(), "all");
});
