// @ts-check
// The picture of the camera, with what is seen in it or the corners of the board drawn over it.

import { fill, h, s } from "../dom.js";
import { around, usualCorners } from "./corners.js";
import { createHandles } from "./handles.js";
import { createMagnifier } from "./magnifier.js";
import { createPictures } from "./pictures.js";
import { sightShown } from "./sight.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("./corners.js").Corners} Corners */

/** How large a picture is taken to be before there is one. */
const UNKNOWN = { width: 1280, height: 720 };

/** @param {App} app */
export function createStage(app) {
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "picture", "aria-hidden": "true" }));
  const overlay = s("svg", { class: "overlay", "aria-hidden": "false" });
  const seen = s("g", { class: "sight", "aria-hidden": "true" });
  const nothing = h("p", { class: "nothing" });
  const keys = h("p", { class: "about", id: "corners-keys", hidden: true }, app.words.say("page.camera.corners_keys"));
  const magnifier = createMagnifier();
  /** @type {Corners | null} */
  let corners = null;
  /** @type {number | null} */
  let chosen = null;
  let isMoving = false;

  const frame = h("div", { class: "camera-stage" }, canvas, overlay, magnifier.element, nothing);
  const element = h("div", { class: "camera-picture" }, frame, keys);
  const handles = createHandles(app, {
    corners: where,
    size: sizeNow,
    unit: () => sizeNow().width / (overlay.clientWidth || sizeNow().width),
    move: (to) => setCorners(to),
    choose: (which) => {
      chosen = which;
      lookClosely();
    },
  });
  overlay.append(seen, handles.element);
  const pictures = createPictures({
    fetchOne: app.picture,
    show: draw,
    isWatched: () => app.mayAct() && app.store.parts.Camera && document.visibilityState === "visible",
  });
  const resized = new ResizeObserver(() => redraw());
  resized.observe(element);
  app.store.on(["Camera", "Sight", "Game", "link", "welcome"], () => {
    redraw();
    pictures.look();
  });

  function sizeNow() {
    const { Camera } = app.store.parts;
    return Camera?.width ? { width: Camera.width, height: Camera.height } : UNKNOWN;
  }

  /** Where the corners are: where a hand put them, or else where they are seen. */
  function where() {
    const found = app.store.parts.Sight?.corners;
    return corners ?? (found?.length ? found : usualCorners(sizeNow()));
  }

  /** @param {Corners | null} to */
  function setCorners(to) {
    corners = to;
    redraw();
    lookClosely();
  }

  function lookClosely() {
    magnifier.look(canvas, isMoving && chosen !== null ? where()[chosen] : null);
  }

  function redraw() {
    const { width, height } = sizeNow();
    const { Sight } = app.store.parts;
    sizeTo(width, height);
    fill(seen, isMoving || !Sight ? [] : sightShown(app, Sight));
    handles.draw(isMoving);
    keys.hidden = !isMoving;
    fill(nothing, [reason(app)]);
  }

  /**
   * Make room for pictures of a size; what was drawn is gone if that is another one.
   * @param {number} width @param {number} height
   */
  function sizeTo(width, height) {
    if (canvas.width === width && canvas.height === height) return;
    [canvas.width, canvas.height] = [width, height];
    overlay.setAttribute("viewBox", `-0.5 -0.5 ${width} ${height}`);
    frame.classList.add("is-blind");
  }

  /** @param {Blob} blob */
  async function draw(blob) {
    const picture = await createImageBitmap(blob).catch(() => null);
    if (!picture) return;
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    frame.classList.remove("is-blind");
    frame.dataset.pictures = String(Number(frame.dataset.pictures ?? 0) + 1);
    lookClosely();
  }

  return {
    element,
    look: pictures.look,
    /** @returns {Corners} */
    corners: () => around(where()),
    setCorners,
    isUntouched: () => corners === null,
    /** @param {boolean} wanted  Whether the corners are to be moved. */
    letMove(wanted) {
      isMoving = wanted;
      if (!wanted) corners = null;
      setCorners(corners);
    },
    close() {
      pictures.stop();
      resized.disconnect();
    },
  };
}

/** Why there is no picture. @param {App} app */
function reason(app) {
  const { say } = app.words;
  const { welcome, Camera } = app.store.parts;
  if (welcome && !welcome.may_act) return say("page.camera.only_with_key");
  return say(Camera ? "page.camera.no_picture" : "page.camera.none");
}
