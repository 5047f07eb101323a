// Tests that nothing overtakes what was done before it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createActionQueue } from "../../service/web/page/js/action_queue.js";

let inOrder, sent;
const send = (what) => async () => (sent.push(what), what);
const later = () => new Promise(setImmediate);

beforeEach(() => {
  [inOrder, sent] = [createActionQueue(), []];
});

test("what is possible is not waited for", async () => {
  const never = new Promise(() => {});
  inOrder(() => (sent.push("lift"), never));
  inOrder(send("throw"));
  await later();
  assert.deepEqual(sent, ["lift", "throw"]);
});

test("what comes after something that waits waits as well", async () => {
  const lifted = Promise.withResolvers();
  inOrder(send("put"), lifted.promise);
  const last = inOrder(send("pick up"));
  await later();
  assert.deepEqual(sent, []);
  lifted.resolve(true);
  assert.equal(await last, "pick up");
  assert.deepEqual(sent, ["put", "pick up"]);
});

test("what is not possible is left out, and what comes after it is not", async () => {
  const put = inOrder(send("put"), Promise.resolve(false));
  await inOrder(send("pick up"));
  assert.equal(await put, null);
  assert.deepEqual(sent, ["pick up"]);
});
