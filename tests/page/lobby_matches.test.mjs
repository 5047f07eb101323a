// Tests that the matches of all tables are one list, the newest first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newestFirst } from "../../service/web/page/js/lobby/match_list.js";

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
