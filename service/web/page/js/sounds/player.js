// @ts-check
// Plays the sounds of the table, as long as the preferences want them.

import { LOUDEST } from "../preferences.js";
import { SOUNDS, boardCues, gameCues } from "./cues.js";

/** @typedef {import("./cues.js").SoundName} SoundName */

/** Milliseconds within which the same sound is played once. */
const REPEAT = 60;
/** Milliseconds after which a sound is too late to be played. */
const LATE = 250;
/** Milliseconds of silence after which the audio device is let go. */
const REST = 4000;

/**
 * Plays what happens from now on; the browser must have seen a gesture, or else it stays silent.
 * @param {import("../main.js").App} app
 */
export function playSounds(app) {
  const context = new AudioContext({ latencyHint: "interactive" });
  const volume = context.createGain();
  volume.connect(context.destination);
  /** @type {Map<SoundName, AudioBuffer>} */
  const buffers = new Map();
  /** @type {Map<SoundName, number>} */
  const playedAt = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  let loudness = app.preferences.get().volume;

  /** @param {SoundName} name */
  async function load(name) {
    try {
      const answer = await fetch(`/page/sounds/${name}.wav`);
      if (answer.ok) buffers.set(name, await context.decodeAudioData(await answer.arrayBuffer()));
    } catch {
      return; // The table is out of reach: this sound is loaded when it is due again.
    }
  }

  /** @param {SoundName} name */
  async function play(name) {
    const now = performance.now();
    if (!app.preferences.get().sounds || now < (playedAt.get(name) ?? -REPEAT) + REPEAT) return;
    playedAt.set(name, now);
    clearTimeout(resting);
    resting = setTimeout(() => context.suspend(), REST);
    if (!buffers.has(name)) await load(name);
    if (context.state !== "running") await context.resume().catch(() => {});
    const buffer = buffers.get(name);
    if (!buffer || context.state !== "running" || performance.now() > now + LATE) return;
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(volume);
    source.start();
  }

  app.store.on("preferences", () => {
    const { sounds, volume: percent } = app.preferences.get();
    // Loudness grows with the square of the amplitude.
    volume.gain.value = (percent / LOUDEST) ** 2;
    if (sounds) SOUNDS.filter((name) => !buffers.has(name)).forEach(load);
    if (percent !== loudness) play("checker");
    loudness = percent;
  });
  let { Board: board, Game: game } = app.store.parts;
  app.store.on("Board", ({ Board: next }) => {
    if (board && next) boardCues(board, next).forEach(play);
    board = next;
  });
  app.store.on("Game", ({ Game: next }) => {
    if (game && next) gameCues(game, next).forEach(play);
    game = next;
  });
}
