// @ts-check
// Builds elements, and updates those on the page without losing focus or typed text.

/**
 * @typedef {Node | string | number | null | undefined | false} Leaf
 * @typedef {Leaf | Children} Child  Nested lists are flattened.
 * @typedef {ReadonlyArray<Child>} Children
 * @typedef {string | number | boolean | null | undefined} Value
 * @typedef {(event: never) => unknown} Handler
 * @typedef {{key?: string | number, [name: string]: Value | Handler}} Attributes
 * @typedef {{name: string, key?: string | number | undefined}} ElementIdentity  The identity of an element among its siblings.
 */
/**
 * The event handlers of an element of this type.
 * @template {Element} Target
 * @typedef {{[Name in keyof GlobalEventHandlersEventMap as `on${Name}`]?:
 *   (event: GlobalEventHandlersEventMap[Name] & {currentTarget: Target}) => unknown}} Handlers
 */

const SVG = "http://www.w3.org/2000/svg";
/** Names that are set as properties, as the attribute is only the initial value. */
const PROPERTIES = new Set(["value", "checked", "selected", "indeterminate"]);
/** Attributes that a person changes, and an update leaves alone. */
const OWNED_BY_PEOPLE = new Set(["open"]);
/** The number of no element. */
const NONE = -1;
/** @type {WeakMap<Element, Attributes>} */
const attributesOf = new WeakMap();

/**
 * The element of the page with this id.
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * An HTML element: h("button", {class: "main", onclick: go, "aria-pressed": true, key: 3}, "Go").
 *
 * `on…` are functions; true is an empty attribute, false and null none (but `aria-…` become texts);
 * `value`, `checked` and `selected` are properties; `key` identifies the element for `fill`.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {(Attributes & Handlers<HTMLElementTagNameMap[Tag]>) | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/**
 * An SVG element, with attributes as in `h`.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {(Attributes & Handlers<SVGElementTagNameMap[Tag]>) | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Gives a parent these children. An old child of the same key, or else of the same tag and order,
 * is updated in place, so that focus, open details and typed text survive. A child that is in the
 * parent already stays as it is.
 * @param {Element} parent
 * @param {Child} children
 */
export function fill(parent, children) {
  const wanted = nodes([children]);
  const found = [...parent.childNodes];
  const kept = pairs(found.map(identityOf), wanted.map(identityOf), (old, next) => found[old] === wanted[next]);
  const final = wanted.map((node, at) => become(found[kept[at] ?? NONE], node));
  for (const old of found) {
    if (!final.includes(old)) old.remove();
  }
  final.forEach((node, at) => {
    const there = parent.childNodes[at];
    if (there !== node) parent.insertBefore(node, there ?? null);
  });
}

/**
 * For each new element the number of the old one to update, or -1.
 * @param {ElementIdentity[]} olds
 * @param {ElementIdentity[]} news
 * @param {(old: number, next: number) => boolean} [same]  True if both are the same object.
 * @returns {number[]}
 */
export function pairs(olds, news, same = () => false) {
  const free = new Set(olds.keys());
  const kept = news.map((_, next) => takeFirst(free, (old) => same(old, next)));
  return kept.map((same, next) =>
    same === NONE ? takeFirst(free, (old) => isSameIdentity(olds[old], news[next])) : same,
  );
}

/** @param {ElementIdentity | undefined} one @param {ElementIdentity | undefined} other */
function isSameIdentity(one, other) {
  return one?.name === other?.name && one?.key === other?.key;
}

/**
 * The differences of attributes: a text sets one, null removes it.
 * @param {Attributes} old
 * @param {Attributes} next
 * @returns {[string, string | null][]}
 */
export function changes(old, next) {
  const names = new Set([...Object.keys(old), ...Object.keys(next)]);
  return [...names]
    .filter((name) => !OWNED_BY_PEOPLE.has(name))
    .filter((name) => attributeText(name, old[name]) !== attributeText(name, next[name]))
    .map((name) => [name, attributeText(name, next[name])]);
}

/**
 * @param {string} name
 * @param {Attributes[string]} value
 * @returns {string | null}
 */
function attributeText(name, value) {
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
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes | null | undefined} attributes
 * @param {Children} children
 * @returns {Made}
 */
function build(element, attributes, children) {
  const given = attributes ?? {};
  attributesOf.set(element, given);
  for (const name of Object.keys(given)) {
    const text = attributeText(name, given[name]);
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
  const target = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
  for (const name of Object.keys(old)) {
    if (name.startsWith("on") && !given[name]) target[name] = null;
  }
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) target[name] = value;
    else if (PROPERTIES.has(name) && target[name] !== value) target[name] = value;
  }
}

/**
 * @param {Children} children
 * @returns {Node[]}
 */
function nodes(children) {
  const leaves = /** @type {Leaf[]} */ (/** @type {readonly unknown[]} */ (children).flat(Infinity));
  return leaves
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/**
 * @param {Node} node
 * @returns {ElementIdentity}
 */
function identityOf(node) {
  return { name: node.nodeName, key: node instanceof Element ? attributesOf.get(node)?.key : undefined };
}

/**
 * @param {Set<number>} free
 * @param {(at: number) => boolean} fits
 */
function takeFirst(free, fits) {
  for (const at of free) {
    if (fits(at)) {
      free.delete(at);
      return at;
    }
  }
  return NONE;
}

/**
 * @param {ChildNode | undefined} old
 * @param {Node} next
 * @returns {Node}
 */
function become(old, next) {
  if (!old || old === next) return next;
  if (old instanceof Element && next instanceof Element) return morph(old, next);
  if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
  return old;
}

/**
 * @param {Element} old
 * @param {Element} next
 */
function morph(old, next) {
  const before = attributesOf.get(old);
  const after = attributesOf.get(next);
  if (!before || !after) return next;
  for (const [name, text] of changes(before, after)) {
    if (text === null) old.removeAttribute(name);
    else old.setAttribute(name, text);
  }
  fill(old, [...next.childNodes]);
  const typing = old === document.activeElement && old.tagName !== "SELECT";
  setProperties(old, before, typing ? withoutValue(after) : after);
  attributesOf.set(old, after);
  return old;
}

/**
 * The attributes without the value, so that an update leaves what is being typed.
 * @param {Attributes} given
 */
function withoutValue(given) {
  const { value: _value, ...others } = given;
  return others;
}
