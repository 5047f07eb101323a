// @ts-check
// Reads the options of an overlay from its address; a wrong one falls back, and is told.

import { LOOKS } from "../preferences.js";

/** @typedef {"light" | "dark"} Colour */
/** @typedef {(typeof ELEMENTS)[number]} OverlayElement */
/**
 * @typedef {{
 *   show: readonly OverlayElement[],
 *   side: "table" | Colour,
 *   look: (typeof LOOKS)[number],
 *   theme: Colour,
 *   scale: number,
 *   language: string | null,
 *   ground: string,
 *   ink: string,
 *   plate: string,
 * }} OverlayOptions
 * @typedef {{field: string, allowed: string}} Mistake
 * @typedef {{allowed: string, read: (text: string) => unknown}} Field  `read` returns undefined for a wrong text.
 */

const ELEMENTS = /** @type {const} */ (["board", "names", "score", "dice", "move", "cube", "pips", "verdict"]);
/** The wrong fields that are told at once. */
const MAX_MISTAKES = 5;
const MIN_SCALE = 25;
const MAX_SCALE = 400;
const HEX = /^[0-9a-f]{6}([0-9a-f]{2})?$/i;
const COLOUR = "RRGGBB, RRGGBBAA";

/** @type {OverlayOptions} */
export const DEFAULTS = {
  show: ["board", "names", "score", "dice", "move", "cube"],
  side: "table",
  look: "walnut",
  theme: "light",
  scale: 100,
  language: null,
  ground: "transparent",
  ink: "#ffffff",
  plate: "#1c1714e6",
};

/**
 * The options of an address, and what is wrong with it.
 * @param {URLSearchParams} query @param {readonly string[]} languages
 * @returns {{options: OverlayOptions, mistakes: Mistake[]}}
 */
export function readOptions(query, languages) {
  const fields = fieldsFor(languages);
  /** @type {Record<string, unknown>} */
  const options = { ...DEFAULTS };
  /** @type {Mistake[]} */
  const mistakes = [];
  for (const [name, text] of query) {
    const field = fields.get(name);
    const value = query.getAll(name).length === 1 ? field?.read(text) : undefined;
    const allowed = field?.allowed ?? [...fields.keys()].join(", ");
    if (value !== undefined) options[name] = value;
    else if (mistakes.length < MAX_MISTAKES) mistakes.push({ field: name.slice(0, 20), allowed });
  }
  return { options: /** @type {OverlayOptions} */ (options), mistakes };
}

/**
 * @param {readonly string[]} languages
 * @returns {Map<string, Field>}
 */
function fieldsFor(languages) {
  return new Map([
    ["show", { allowed: ELEMENTS.join(","), read: readElements }],
    ["side", oneOf(["table", "light", "dark"])],
    ["look", oneOf(LOOKS)],
    ["theme", oneOf(["light", "dark"])],
    ["scale", { allowed: `${MIN_SCALE}-${MAX_SCALE}`, read: readScale }],
    ["language", oneOf(languages)],
    ["ground", { allowed: `transparent, ${COLOUR}`, read: (text) => (text === "transparent" ? text : readColour(text)) }],
    ["ink", { allowed: COLOUR, read: readColour }],
    ["plate", { allowed: COLOUR, read: readColour }],
  ]);
}

/** @param {readonly string[]} values @returns {Field} */
function oneOf(values) {
  return { allowed: values.join(", "), read: (text) => values.find((value) => value === text) };
}

/** @param {string} text */
function readElements(text) {
  const wanted = text.split(",");
  const known = ELEMENTS.filter((element) => wanted.includes(element));
  return known.length === new Set(wanted).size ? known : undefined;
}

/** @param {string} text */
function readScale(text) {
  const scale = /^[0-9]{2,3}$/.test(text) ? Number(text) : NaN;
  return scale >= MIN_SCALE && scale <= MAX_SCALE ? scale : undefined;
}

/** @param {string} text */
function readColour(text) {
  return HEX.test(text) ? `#${text.toLowerCase()}` : undefined;
}
