// @ts-check
// The picture of the camera, with its reading or the corners of the board drawn over it.

import { fill, h, s } from "../dom.js";
import { defaultCorners, sortClockwise } from "./corners.js";
import { createHandles } from "./handles.js";
import { createMagnifier } from "./magnifier.js";
import { createPictureLoop } from "./picture_loop.js";
import { renderView } from "./camera_view.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("./corners.js").Corners} Corners */

/** The assumed size of a picture before there is one. */
const UNKNOWN = { width: 1280, height: 720 };

/** @param {App} app */
export function createCameraPicture(app) {
  const canvas = h("canvas", { class: "picture", "aria-hidden": "true" });
  const overlay = s("svg", { class: "overlay", "aria-hidden": "false" });
  const seen = s("g", { class: "camera-view", "aria-hidden": "true" });
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
    corners: currentCorners,
    size: pictureSize,
    unit: () => pictureSize().width / (overlay.clientWidth || pictureSize().width),
    move: (to) => setCorners(to),
    choose: (which) => {
      chosen = which;
      magnify();
    },
  });
  overlay.append(seen, handles.element);
  const loop = createPictureLoop({
    fetchOne: app.picture,
    show: draw,
    isWatched: () => app.mayAct() && Boolean(app.store.parts.Camera) && document.visibilityState === "visible",
  });
  const resized = new ResizeObserver(() => redraw());
  resized.observe(element);
  app.store.on(["Camera", "CameraView", "Game", "link", "welcome"], () => {
    redraw();
    loop.resume();
  });

  function pictureSize() {
    const { Camera } = app.store.parts;
    return Camera?.width ? { width: Camera.width, height: Camera.height } : UNKNOWN;
  }

  /** The corners as a person has set them, or else as the camera sees them. */
  function currentCorners() {
    const found = app.store.parts.CameraView?.corners;
    return corners ?? (found?.length ? found : defaultCorners(pictureSize()));
  }

  /** @param {Corners | null} to */
  function setCorners(to) {
    corners = to;
    redraw();
    magnify();
  }

  function magnify() {
    magnifier.show(canvas, (isMoving && chosen !== null && currentCorners()[chosen]) || null);
  }

  function redraw() {
    const { width, height } = pictureSize();
    const { CameraView } = app.store.parts;
    sizeTo(width, height);
    fill(seen, isMoving || !CameraView ? [] : renderView(app, CameraView));
    handles.draw(isMoving);
    keys.hidden = !isMoving;
    fill(nothing, [reason(app)]);
  }

  /**
   * Resizes the canvas, which clears it, if the size of the pictures has changed.
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
    magnify();
  }

  return {
    element,
    resume: loop.resume,
    /** @returns {Corners} */
    corners: () => sortClockwise(currentCorners()),
    setCorners,
    isUntouched: () => corners === null,
    /** @param {boolean} wanted  True if the corners can be moved. */
    letCornersMove(wanted) {
      isMoving = wanted;
      if (!wanted) corners = null;
      setCorners(corners);
    },
    close() {
      loop.stop();
      resized.disconnect();
    },
  };
}

/** The reason why there is no picture. @param {App} app */
function reason(app) {
  const { say } = app.words;
  const { welcome, Camera } = app.store.parts;
  if (welcome && !welcome.may_act) return say("page.camera.only_with_key");
  return say(Camera ? "page.camera.no_picture" : "page.camera.none");
}
