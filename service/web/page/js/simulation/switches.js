// @ts-check
// The form that breaks and mends the switches of a simulated board.

import { PLACES, placeName } from "../devices/place_names.js";
import { h } from "../dom.js";
import { COLOURS } from "../panels/colours.js";
import { button, hasBoard, panelSection } from "./panel_section.js";
import { pickPlace } from "./place_picker.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").SwitchFault} SwitchFault */
/** @typedef {import("../../messages.js").FaultySwitch} FaultySwitch */
/** @typedef {import("../../messages.js").WorldPart} WorldPart */
/** @typedef {{place: string, slot: number, fault: SwitchFault, colour: Colour, picking: boolean}} Choice */

/** @type {readonly SwitchFault[]} */
const FAULTS = ["stuck", "dead", "bounce", "missed"];

/** @param {App} app */
export function switchesSection(app) {
  /** @type {Choice} */
  const choice = { place: "p6", slot: 1, fault: "dead", colour: "light", picking: false };
  return panelSection(app, "switches", ["Game"], (app, world, show) =>
    hasBoard(world) ? [form(app, world, choice, show), ...faultyList(app, world)] : [],
  );
}

/** @param {App} app @param {WorldPart} world @param {Choice} choice @param {() => void} show */
function form(app, { switches }, choice, show) {
  const { say } = app.words;
  const places = PLACES.filter((place) => switches[place]);
  const slots = Array.from({ length: switches[choice.place] ?? 0 }, (_, at) => at + 1);
  const { place, slot, fault, colour } = choice;
  /** @param {Partial<Choice>} change */
  const choose = (change) => {
    Object.assign(choice, change);
    show();
  };
  return h(
    "div",
    { class: "form", key: "form" },
    select(say("page.simulation.place"), place, places, (at) => placeName(app, at, app.store.parts.Game?.turn), (at) =>
      choose({ place: at, slot: 1 }),
    ),
    picker(app, choice, choose),
    slots.length > 1 &&
      select(say("page.simulation.slot"), slot, slots, (at) => slotName(app, at, slots.length), (at) =>
        choose({ slot: at }),
      ),
    select(say("page.simulation.fault"), fault, FAULTS, (of) => say(`page.simulation.fault_${of}`), (of) =>
      choose({ fault: of }),
    ),
    fault === "stuck" &&
      select(say("page.simulation.sticks_as"), colour, COLOURS, (of) => say(`page.simulation.${of}`), (of) =>
        choose({ colour: of }),
      ),
    h("p", { class: "about", key: "about" }, say(`page.simulation.about_${fault}`)),
    h(
      "div",
      { class: "buttons", key: "buttons" },
      button(say("page.simulation.break"), () => app.act({ is: "BreakSwitch", place, slot, fault, colour }), "break"),
      button(say("page.simulation.touch"), () => app.act({ is: "Nudge", place }), "touch"),
    ),
  );
}

/** @param {App} app @param {number} slot @param {number} slots */
function slotName(app, slot, slots) {
  if (slot === 1) return app.words.say("page.simulation.slot_rim", { slot });
  return slot === slots ? app.words.say("page.simulation.slot_last", { slot }) : String(slot);
}

/**
 * The button that picks a place on the board.
 * @param {App} app @param {Choice} choice @param {(change: Partial<Choice>) => void} choose
 */
function picker(app, choice, choose) {
  const { say } = app.words;
  /** @param {{currentTarget: Element}} event */
  const onclick = async ({ currentTarget }) => {
    choose({ picking: true });
    app.announce(say("page.simulation.pick_now"));
    document.querySelector("[data-place]")?.closest(".board")?.scrollIntoView({ block: "nearest" });
    const place = await pickPlace(currentTarget);
    currentTarget.scrollIntoView({ block: "nearest" });
    choose(place && app.store.parts.World?.switches[place] ? { picking: false, place, slot: 1 } : { picking: false });
  };
  const words = choice.picking ? say("page.simulation.pick_now") : say("page.simulation.pick");
  return h(
    "button",
    { type: "button", key: "pick", class: "pick", onclick, "aria-pressed": choice.picking },
    words,
  );
}

/**
 * @template {string | number} Value
 * @param {string} label @param {Value} chosen @param {readonly Value[]} values
 * @param {(value: Value) => string} name @param {(value: Value) => void} choose
 */
function select(label, chosen, values, name, choose) {
  /** @param {{currentTarget: HTMLSelectElement}} event */
  const onchange = ({ currentTarget }) => {
    const value = values.find((each) => String(each) === currentTarget.value);
    if (value !== undefined) choose(value);
  };
  return h(
    "label",
    { key: label },
    h("span", {}, label),
    h(
      "select",
      { value: String(chosen), onchange },
      ...values.map((value) => h("option", { value: String(value), key: value }, name(value))),
    ),
  );
}

/** @param {App} app @param {WorldPart} world */
function faultyList(app, { faulty: broken }) {
  const { say } = app.words;
  if (!broken.length) return [h("p", { key: "none" }, say("page.simulation.none_faulty"))];
  const repairAll = () => broken.forEach(({ place, slot }) => app.act({ is: "RepairSwitch", place, slot }));
  return [
    h("ul", { class: "faulty", key: "faulty" }, ...broken.map((one) => faultyItem(app, one))),
    broken.length > 1 && button(say("page.simulation.mend_all"), repairAll, "all"),
  ];
}

/** @param {App} app @param {FaultySwitch} faulty */
function faultyItem(app, { place, slot, fault }) {
  const { say } = app.words;
  const does = say(`page.simulation.fault_${fault}`);
  const words = say("page.simulation.faulty", { place: placeName(app, place, app.store.parts.Game?.turn), slot, does });
  const mend = say("page.simulation.mend");
  return h(
    "li",
    { key: `${place}/${slot}` },
    h("span", {}, words),
    button(mend, () => app.act({ is: "RepairSwitch", place, slot }), "mend", `${mend}: ${words}`),
  );
}
