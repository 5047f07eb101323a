// @ts-check
// Switches that pull and insert the plugs of simulated devices.

import { h } from "../dom.js";
import { button, panelSection } from "./panel_section.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").DeviceShown} DeviceShown */

/** @param {App} app */
export const plugsSection = (app) => panelSection(app, "plugs", ["Devices"], content);

/** @param {App} app */
function content(app) {
  const devices = app.store.parts.Devices?.devices ?? [];
  const plugs = devices.filter(({ plugged }) => plugged !== null);
  if (!plugs.length) return [];
  return [h("ul", { class: "plugs", key: "plugs" }, ...plugs.map((device) => plug(app, device)))];
}

/** @param {App} app @param {DeviceShown} shown */
function plug(app, { name: device, name_in_words: named, plugged }) {
  const { say } = app.words;
  const action = plugged ? "unplug" : "plug_in";
  const state = plugged ? say("page.simulation.plugged") : say("page.simulation.unplugged");
  const onclick = () => app.act({ is: plugged ? "Unplug" : "PlugIn", device });
  return h(
    "li",
    { key: device, class: plugged ? "" : "out" },
    h("strong", { key: "name" }, named),
    h("span", { key: "state" }, state),
    button(say(`page.simulation.${action}`), onclick, "plug", say(`page.simulation.${action}_device`, { device: named })),
  );
}
