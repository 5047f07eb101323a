// Tests that no action overtakes an earlier one.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createActionQueue } from "../../service/web/page/js/action_queue.js";

let inOrder, sent;
const send = (what) => async () => (sent.push(what), what);
const later = () => new Promise(setImmediate);

beforeEach(() => {
  [inOrder, sent] = [createActionQueue(), []];
});

test("an action that is known to be possible is not waited for", async () => {
  const never = new Promise(() => {});
  inOrder(() => (sent.push("lift"), never));
  inOrder(send("throw"));
  await later();
  assert.deepEqual(sent, ["lift", "throw"]);
});

test("an action after one that waits waits as well", async () => {
  const lifted = Promise.withResolvers();
  inOrder(send("put"), lifted.promise);
  const last = inOrder(send("pick up"));
  await later();
  assert.deepEqual(sent, []);
  lifted.resolve(true);
  assert.equal(await last, "pick up");
  assert.deepEqual(sent, ["put", "pick up"]);
});

test("an impossible action is left out, and the one after it is sent", async () => {
  const put = inOrder(send("put"), Promise.resolve(false));
  await inOrder(send("pick up"));
  assert.equal(await put, null);
  assert.deepEqual(sent, ["pick up"]);
});
