// A Pico on a desk: unmodified files in MicroPython, a serial line on 0 and 1, the world on another.
//
// node runner.mjs MICROPYTHON FAKES FILES UID WORLD LIFE
//
// Everything happens while `main.py` calls the machine: it never returns, so no event loop runs.

import fs from "node:fs";
import path from "node:path";

import { Peripherals } from "./peripherals.mjs";
import { Serial, World, dieWith } from "./lines.mjs";

const [micropython, fakes, files, uid, news, life] = process.argv.slice(2);
const { loadMicroPython } = await import(micropython);

const INTERRUPT = 0x03;
const RESTART = 0x04;
const RETURN = 0x0d;
const PROMPT = "\r\n>>> ";
const HEAP = 230 * 1024;

dieWith(Number(life));
const world = new World(Number(news));
const serial = new Serial(0, 1);
const pico = new Peripherals(world, serial, uid);

function copy(mp, from, to) {
  to.split("/").slice(1).reduce((above, name) => {
    if (!mp.FS.analyzePath(`${above}/${name}`).exists) mp.FS.mkdir(`${above}/${name}`);
    return `${above}/${name}`;
  }, "");
  for (const name of fs.readdirSync(from)) {
    if (name.endsWith(".py")) mp.FS.writeFile(`${to}/${name}`, fs.readFileSync(path.join(from, name)));
  }
}

async function boot() {
  const mp = await loadMicroPython({
    heapsize: HEAP,
    linebuffer: false,
    stdout: (bytes) => serial.write(Buffer.from(bytes)),
  });
  copy(mp, fakes, "/rig");
  copy(mp, files, "/lib/firmware_bridge/pico");
  mp.FS.writeFile("/lib/firmware_bridge/__init__.py", "");
  mp.FS.writeFile("/main.py", fs.readFileSync(path.join(files, "main.py")));
  mp.registerJsModule("world", pico.functions());
  mp.runPython('import sys; sys.path.insert(0, "/rig"); import start; start.main()');
}

// Shows the traceback of an ended program, and a prompt until the Pico is restarted.
function prompt(traceback) {
  world.tell("ended", Buffer.from(traceback).toString("hex"));
  serial.write(traceback.replaceAll("\n", "\r\n"));
  serial.write("MicroPython on a desk\r\nType \"help()\" for more information.\r\n>>> ");
  for (;;) {
    pico.turn();
    for (const byte of serial.read()) {
      if (byte === RESTART) return serial.write("\r\nMPY: soft reboot\r\n");
      serial.write(byte === INTERRUPT || byte === RETURN ? PROMPT : Buffer.from([byte]));
    }
  }
}

pico.meet();
for (;;) {
  pico.reset();
  world.tell("booted");
  await boot();
  if (pico.traceback !== undefined) prompt(pico.traceback);
}
