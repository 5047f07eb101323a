// @ts-check
// The list of devices with their states, and the last signals of every source.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").DeviceShown} DeviceShown */
/** @typedef {import("../../messages.js").SourceShown} SourceShown */

/** @param {App} app */
export function deviceList(app) {
  const { say } = app.words;
  const shown = app.store.parts.Devices;
  const { devices, journal_problem: problem, doubts } = shown ?? { devices: [], journal_problem: "", doubts: [] };
  const sources = app.store.parts.Diagnostics?.sources ?? [];
  const names = new Set(devices.map(({ name }) => name));
  const others = sources.filter(({ name }) => !names.has(name));
  return [
    problem && h("p", { class: "unwritten", role: "alert", key: "problem" }, problem),
    ...doubts.map((words) => h("p", { class: "doubt", key: words }, words)),
    h(
      "ul",
      { class: "device-list", key: "devices" },
      ...devices.map((device) =>
        renderDevice(app, device, sources.find(({ name }) => name === device.name)),
      ),
    ),
    others.length > 0 && h("h3", { key: "others-title" }, say("page.devices.others")),
    others.length > 0 &&
      h("ul", { class: "device-list", key: "others" }, ...others.map((one) => renderSource(app, one))),
  ];
}

/** @param {App} app @param {DeviceShown} device @param {SourceShown} [source] */
function renderDevice(app, device, source) {
  const { say } = app.words;
  return h(
    "li",
    { key: device.name, class: `device ${device.link}` },
    h("strong", { key: "name" }, device.name),
    h("span", { class: "driver", key: "driver" }, device.driver),
    device.simulated &&
      h("span", { class: "badge simulated", key: "simulated" }, say("page.devices.simulated")),
    h("span", { class: `reach ${device.link}`, key: "link" }, say(`page.devices.link_${device.link}`)),
    device.plugged === false &&
      h("span", { class: "unplugged", key: "plug" }, say("page.devices.unplugged")),
    device.name_in_words === app.store.parts.Camera?.name_in_words &&
      h("a", { key: "camera", href: "#camera" }, say("page.camera.go")),
    source && signals(app, source),
  );
}

/** @param {App} app @param {SourceShown} source */
function renderSource(app, source) {
  return h(
    "li",
    { key: source.name, class: "device" },
    h("strong", { key: "name" }, source.name),
    signals(app, source),
  );
}

/** @param {App} app @param {SourceShown} source */
function signals(app, source) {
  const { say } = app.words;
  const nonsense = source.nonsense > 0 && say("page.devices.nonsense", { count: source.nonsense });
  return h(
    "details",
    { class: "signals", key: "signals" },
    h(
      "summary",
      {},
      say("page.devices.signals", { count: source.signals }),
      nonsense && h("span", { class: "nonsense", key: "nonsense" }, nonsense),
    ),
    source.last.length
      ? h(
          "ol",
          { class: "last", key: "last", tabindex: "0", "aria-label": say("page.devices.last") },
          ...source.last.map((signal, at) => h("li", { key: at }, h("code", {}, signal))),
        )
      : h("p", { key: "none" }, say("page.devices.no_signals")),
  );
}
