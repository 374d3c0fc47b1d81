// Draws the icon of the extension: node scripts/icon.mjs FILE
// A V that is a tick, on dark ground: its short arm is the run that fails, its long one what is proved.
import { writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";

/** Pixels in a row, and samples of each pixel in a row. */
const size = 128;
const samples = 4;

const ground = [0x17, 0x32, 0x4d];
const fails = [0xf0, 0x6a, 0x5d];
const proved = [0x5f, 0xd0, 0x8a];

/** The corner's radius of the ground, and half the width of a stroke, as parts of the width. */
const corner = 0.18;
const half = 0.075;

/** How far the place (x, y) is from the line from `a` to `b`. All lengths are parts of the width. */
function distance(x, y, [ax, ay], [bx, by]) {
  const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - at * (bx - ax), y - ay - at * (by - ay));
}

/** The colour with its opacity there. */
function colourAt(x, y) {
  const outside = Math.hypot(Math.max(Math.abs(x - 0.5) - 0.5 + corner, 0), Math.max(Math.abs(y - 0.5) - 0.5 + corner, 0));
  if (outside > corner) {
    return [0, 0, 0, 0];
  }
  const foot = [0.42, 0.78];
  if (distance(x, y, foot, [0.8, 0.2]) < half) {
    return [...proved, 1];
  }
  return distance(x, y, [0.2, 0.44], foot) < half ? [...fails, 1] : [...ground, 1];
}

/** Red, green, blue and opacity of a pixel, the mean of its samples. */
function pixel(column, row) {
  const sum = [0, 0, 0, 0];
  for (let index = 0; index < samples ** 2; index++) {
    const x = (column + ((index % samples) + 0.5) / samples) / size;
    const y = (row + (Math.floor(index / samples) + 0.5) / samples) / size;
    const [red, green, blue, opacity] = colourAt(x, y);
    [red, green, blue].forEach((part, which) => (sum[which] += part * opacity));
    sum[3] += opacity;
  }
  const opacity = sum[3];
  return [...sum.slice(0, 3).map((part) => (opacity === 0 ? 0 : Math.round(part / opacity))), Math.round((opacity / samples ** 2) * 255)];
}

function chunk(name, content) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const head = Buffer.alloc(4);
  const tail = Buffer.alloc(4);
  head.writeUInt32BE(content.length);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

const header = Buffer.alloc(13);
header.writeUInt32BE(size, 0);
header.writeUInt32BE(size, 4);
header.set([8, 6], 8); // eight bits for each part of a colour, and an opacity
const rows = Array.from({ length: size }, (_, row) => [0, ...Array.from({ length: size }, (_, column) => pixel(column, row)).flat()]);
const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const image = deflateSync(Buffer.from(rows.flat()), { level: 9 });
writeFileSync(process.argv[2], Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", image), chunk("IEND", Buffer.alloc(0))]));
