// Tests that the options of an overlay are read, and that wrong ones fall back and are told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULTS, readOptions } from "../../service/web/page/js/overlay/overlay_options.js";

const read = (query) => readOptions(new URLSearchParams(query), ["en", "fr"]);

test("an address without options has the defaults", () => {
  assert.deepEqual(read(""), { options: DEFAULTS, mistakes: [] });
});

test("every option is read", () => {
  const { options, mistakes } = read(
    "show=score,names&side=dark&look=slate&theme=dark&scale=150&language=fr&ground=00FF00&ink=112233&plate=11223344",
  );
  assert.deepEqual(mistakes, []);
  assert.deepEqual(options, {
    show: ["names", "score"],
    side: "dark",
    look: "slate",
    theme: "dark",
    scale: 150,
    language: "fr",
    ground: "#00ff00",
    ink: "#112233",
    plate: "#11223344",
  });
});

for (const [query, field, allowed] of [
  ["show=clock", "show", "board,names,score,dice,move,cube,pips,verdict"],
  ["show=", "show", "board,names,score,dice,move,cube,pips,verdict"],
  ["side=left", "side", "table, light, dark"],
  ["look=dark", "look", "walnut, cloth, slate, maple, contrast"],
  ["scale=9000", "scale", "25-400"],
  ["scale=1e2", "scale", "25-400"],
  ["language=xx", "language", "en, fr"],
  ["ground=red;}", "ground", "transparent, RRGGBB, RRGGBBAA"],
  ["colour=1", "colour", "show, side, look, theme, scale, language, ground, ink, plate"],
  ["__proto__=1", "__proto__", "show, side, look, theme, scale, language, ground, ink, plate"],
]) {
  test(`a wrong option falls back and is told: ${query}`, () => {
    const { options, mistakes } = read(query);
    assert.deepEqual(options, DEFAULTS);
    assert.deepEqual(mistakes, [{ field, allowed }]);
  });
}

test("an option that is given twice falls back and is told", () => {
  const { options, mistakes } = read("ink=00ff00&ink=0000ff&look=slate");
  assert.deepEqual(options, { ...DEFAULTS, look: "slate" });
  assert.deepEqual([...new Set(mistakes.map(({ field }) => field))], ["ink"]);
});

test("of many wrong options only some are told, and the right ones are read", () => {
  const wrong = Array.from({ length: 150 }, (_, at) => `x${at}=1`);
  const { options, mistakes } = read([...wrong, "look=slate"].join("&"));
  assert.equal(mistakes.length, 5);
  assert.equal(options.look, "slate");
});

test("an invented name is told in part only", () => {
  assert.equal(read(`${"x".repeat(900)}=1`).mistakes[0].field.length, 20);
});
