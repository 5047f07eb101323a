// @ts-check
// The controls of a simulated table besides the play, folded away, and loaded when they are first opened.

import { fill, h } from "../dom.js";

/**
 * @param {import("../main.js").App} app
 * @returns {HTMLElement}
 */
export function simulationPanel(app) {
  const { say } = app.words;
  const about = h("p", { class: "about" });
  const sections = h("div", { class: "sections" });
  /** @type {Promise<void> | null} */
  let loading = null;

  async function load() {
    try {
      const { simulationSections } = await import("../simulation/sections.js");
      sections.replaceChildren(...simulationSections(app));
    } catch {
      loading = null;
      app.tell(say("page.common.loading_failed"));
    }
  }

  const element = h(
    "section",
    { class: "panel simulation", "aria-labelledby": "simulation-title" },
    h(
      "details",
      { ontoggle: ({ currentTarget }) => currentTarget.open && (loading ??= load()) },
      h("summary", {}, h("h2", { id: "simulation-title" }, say("page.simulation.title"))),
      about,
      sections,
    ),
  );
  app.store.on(["Devices", "World", "welcome"], ({ Devices, World, welcome }) => {
    const isSimulated = World || Devices?.devices.some(({ plugged }) => plugged !== null);
    element.hidden = !(isSimulated && welcome?.may_act);
    // Beside a real board, simulated dice stand for those that people throw.
    fill(about, [say(World ? "page.simulation.about" : "page.simulation.about_dice")]);
  });
  return element;
}
