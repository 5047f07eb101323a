// Tests that the matches of all tables are one list, the newest first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_WAIT } from "../../service/web/page/js/connection.js";
import { createMatchList, newestFirst } from "../../service/web/page/js/lobby/match_list.js";

const match = (number, began) => ({ number, began });

test("the newest match of all tables comes first, and the list is bounded", () => {
  const found = new Map([
    ["a", [match(2, "2026-05-02T20:00:00Z"), match(1, "2026-05-01T20:00:00Z")]],
    ["b", [match(7, "2026-05-01T21:00:00Z")]],
    ["c", Array.from({ length: 40 }, (_, at) => match(at, "2020-01-01T00:00:00Z"))],
  ]);

  const list = newestFirst(found);

  assert.deepEqual(
    list.slice(0, 3).map(({ table, match: { number } }) => `${table}${number}`),
    ["a2", "b7", "a1"],
  );
  assert.equal(list.length, 20);
});

/** A list whose requests are answered one after the other by these functions. */
function follow(answers) {
  const found = { asked: [], waits: [], place: { hidden: true } };
  const get = async (table) => {
    found.asked.push(table);
    return answers.shift()();
  };
  const clock = { after: (wait, again) => void (found.waits.push(wait), (found.again = again)) };
  found.list = createMatchList({ say: (key) => key, language: "en" }, found.place, { get, clock });
  found.show = async (table, game) => {
    found.list.onState({ table, match: 1, game, winner: null });
    await settled();
  };
  return found;
}
const settled = () => new Promise((resolve) => setTimeout(resolve));
const fails = () => {
  throw new Error("cut");
};

test("a table that does not answer is asked again later and later, and the others are asked as ever", async () => {
  const lobby = follow([fails, fails, fails, fails]);
  await lobby.show("a", 1);
  await lobby.show("a", 2);
  await lobby.show("b", 1);
  assert.deepEqual(lobby.asked, ["a", "b"]);
  for (const wait of [FIRST_WAIT, FIRST_WAIT]) assert.equal(lobby.waits.shift(), wait);
  lobby.again();
  await settled();
  assert.deepEqual(lobby.waits, [FIRST_WAIT * 2]);
  lobby.list.setTables(["a"]);
  lobby.again();
  await settled();
  assert.deepEqual(lobby.asked, ["a", "b", "b"], "a table that is gone is not asked again");
});
