// @ts-check
// Builds elements, and changes those on the page into others without disturbing who uses them.

/**
 * @typedef {Node | string | number | null | undefined | false} Leaf
 * @typedef {Leaf | readonly Child[]} Child  Lists within lists are laid flat.
 * @typedef {Record<string, any>} Attributes
 * @typedef {{name: string, key?: string | number}} Kin  What elements are told apart by.
 */

const SVG = "http://www.w3.org/2000/svg";
/** What is set as a property, since the attribute only tells how it began. */
const PROPERTIES = new Set(["value", "checked", "selected", "indeterminate"]);
/** What a person changes, and a new picture of the same thing leaves alone. */
const LEFT_ALONE = new Set(["open"]);
/** @type {WeakMap<Element, {key?: string | number, given: Attributes}>} */
const made = new WeakMap();

/**
 * An HTML element: h("button", {class: "main", onclick: go, "aria-pressed": true, key: 3}, "Go").
 *
 * `on…` are functions; true is an empty attribute, false and null none (but `aria-…` are spelled
 * out); `value`, `checked` and `selected` are properties; `key` tells brothers apart for `fill`.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  return /** @type {HTMLElement} */ (built(document.createElement(tag), attributes, children));
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, attributes, ...children) {
  return /** @type {SVGElement} */ (built(document.createElementNS(SVG, tag), attributes, children));
}

/**
 * Gives a parent these children; what is alike (by key, else by tag and order) stays the very
 * same element and is only changed, so that focus, open details and typed text survive. A child
 * that is in the parent already is kept as it is.
 * @param {Element} parent
 * @param {Child} children
 */
export function fill(parent, children) {
  const wanted = nodes([children]);
  const found = [...parent.childNodes];
  const kept = pairs(found.map(kin), wanted.map(kin), (old, next) => found[old] === wanted[next]);
  const final = wanted.map((node, at) => become(found[kept[at]], node));
  for (const old of found) {
    if (!final.includes(old)) old.remove();
  }
  final.forEach((node, at) => {
    const there = parent.childNodes[at];
    if (there !== node) parent.insertBefore(node, there ?? null);
  });
}

/**
 * For each of the new ones, the number of the old one that becomes it, or -1.
 * @param {Kin[]} olds
 * @param {Kin[]} news
 * @param {(old: number, next: number) => boolean} [same]  Whether it is the very same.
 * @returns {number[]}
 */
export function pairs(olds, news, same = () => false) {
  const free = new Set(olds.keys());
  const kept = news.map((_, next) => taken(free, (old) => same(old, next)));
  return news.map((kin, next) =>
    kept[next] >= 0
      ? kept[next]
      : taken(free, (old) => olds[old].name === kin.name && olds[old].key === kin.key),
  );
}

/**
 * What must be done to attributes: a text is set, null removes.
 * @param {Attributes} old
 * @param {Attributes} next
 * @returns {[string, string | null][]}
 */
export function changes(old, next) {
  const names = new Set([...Object.keys(old), ...Object.keys(next)]);
  return [...names]
    .filter((name) => !LEFT_ALONE.has(name))
    .filter((name) => spelled(name, old[name]) !== spelled(name, next[name]))
    .map((name) => [name, spelled(name, next[name])]);
}

/**
 * @param {string} name
 * @param {any} value
 * @returns {string | null}
 */
function spelled(name, value) {
  if (value === undefined || value === null || isOwn(name)) return null;
  if (name.startsWith("aria-")) return String(value);
  if (typeof value === "boolean") return value ? "" : null;
  return String(value);
}

/** @param {string} name */
function isOwn(name) {
  return name === "key" || name.startsWith("on") || PROPERTIES.has(name);
}

/**
 * @param {Element} element
 * @param {Attributes | null | undefined} attributes
 * @param {readonly Child[]} children
 */
function built(element, attributes, children) {
  const given = attributes ?? {};
  made.set(element, { key: given.key, given });
  for (const name of Object.keys(given)) {
    const text = spelled(name, given[name]);
    if (text !== null) element.setAttribute(name, text);
  }
  element.append(...nodes(children));
  setProperties(element, {}, given);
  return element;
}

/**
 * @param {Element} element
 * @param {Attributes} old
 * @param {Attributes} given
 */
function setProperties(element, old, given) {
  const target = /** @type {any} */ (element);
  for (const name of Object.keys(old)) {
    if (name.startsWith("on") && !given[name]) target[name] = null;
  }
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) target[name] = value;
    else if (PROPERTIES.has(name) && target[name] !== value) target[name] = value;
  }
}

/**
 * @param {readonly Child[]} children
 * @returns {Node[]}
 */
function nodes(children) {
  const leaves = /** @type {Leaf[]} */ (/** @type {unknown[]} */ (children).flat(Infinity));
  return leaves
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/**
 * @param {Node} node
 * @returns {Kin}
 */
function kin(node) {
  return { name: node.nodeName, key: node instanceof Element ? made.get(node)?.key : undefined };
}

/**
 * @param {Set<number>} free
 * @param {(at: number) => boolean} fits
 */
function taken(free, fits) {
  for (const at of free) {
    if (fits(at)) {
      free.delete(at);
      return at;
    }
  }
  return -1;
}

/**
 * @param {ChildNode | undefined} old
 * @param {Node} next
 * @returns {Node}
 */
function become(old, next) {
  if (!old || old === next) return next;
  if (old instanceof Element && next instanceof Element) return morphed(old, next);
  if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
  return old;
}

/**
 * @param {Element} old
 * @param {Element} next
 */
function morphed(old, next) {
  const before = made.get(old);
  const after = made.get(next);
  if (!before || !after) return next;
  for (const [name, text] of changes(before.given, after.given)) {
    if (text === null) old.removeAttribute(name);
    else old.setAttribute(name, text);
  }
  fill(old, [...next.childNodes]);
  const typing = old === document.activeElement && old.tagName !== "SELECT";
  setProperties(old, before.given, typing ? withoutTyped(after.given) : after.given);
  made.set(old, after);
  return old;
}

/**
 * What is typed at this moment stays.
 * @param {Attributes} given
 */
function withoutTyped(given) {
  const { value: _value, ...others } = given;
  return others;
}
