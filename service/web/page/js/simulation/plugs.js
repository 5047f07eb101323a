// @ts-check
// Pulls the plugs of simulated devices, and puts them in again.

import { h } from "../dom.js";
import { button, part } from "./part.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").DeviceShown} DeviceShown */

/** @param {App} app */
export const plugsPart = (app) => part(app, "plugs", ["Devices"], content);

/** @param {App} app */
function content(app) {
  /** @type {DeviceShown[]} */
  const devices = app.store.parts.Devices?.devices ?? [];
  const plugs = devices.filter(({ plugged }) => plugged !== null);
  if (!plugs.length) return [];
  return [h("ul", { class: "plugs", key: "plugs" }, ...plugs.map((device) => plug(app, device)))];
}

/** @param {App} app @param {DeviceShown} device */
function plug(app, { name: device, plugged }) {
  const { say } = app.words;
  const words = plugged ? say("page.simulation.unplug") : say("page.simulation.plug_in");
  const state = plugged ? say("page.simulation.plugged") : say("page.simulation.unplugged");
  const onclick = () => app.act({ is: plugged ? "Unplug" : "PlugIn", device });
  return h(
    "li",
    { key: device, class: plugged ? "" : "out" },
    h("strong", { key: "name" }, device),
    h("span", { key: "state" }, state),
    button(words, onclick, "plug", `${words}: ${device}`),
  );
}
