/** Makes a screenshot small: its 256 most frequent colours become a palette, and the others the nearest of these. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const COLOURS_MAX = 256;

/** @param picture 8 bits a channel, RGB or RGBA, not interlaced: as Chromium makes them */
export function smallPng(picture: Buffer): Buffer {
  const { width, height, channels, pixels } = decode(picture);
  const frequency = new Map<number, number>();
  const colours = new Uint32Array(width * height);
  for (let at = 0; at < colours.length; at += 1) {
    const colour = pixels.readUIntBE(at * channels, 3);
    colours[at] = colour;
    frequency.set(colour, (frequency.get(colour) ?? 0) + 1);
  }
  const frequent = [...frequency].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const palette = frequent.slice(0, COLOURS_MAX);
  const indexes = new Map(frequent.map((colour) => [colour, nearest(colour, palette)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, colour] of colours.entries()) {
    const row = Math.floor(at / width);
    rows[row * (width + 1) + 1 + (at % width)] = indexes.get(colour) as number;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  const entries = Buffer.alloc(palette.length * 3);
  for (const [index, colour] of palette.entries()) entries.writeUIntBE(colour, index * 3, 3);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', entries),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function nearest(colour: number, palette: readonly number[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, other] of palette.entries()) {
    const away = [16, 8, 0].reduce(
      (sum, shift) => sum + (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2,
      0,
    );
    if (away < least) [best, least] = [index, away];
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

function decode(picture: Buffer): {
  width: number;
  height: number;
  channels: number;
  pixels: Buffer;
} {
  const [width, height] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  const channels = picture[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < picture.length; ) {
    const length = picture.readUInt32BE(at);
    if (picture.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(picture.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const filtered = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = filtered[row * (stride + 1)];
    for (let at = 0; at < stride; at += 1) {
      const left = at < channels ? 0 : (pixels[row * stride + at - channels] as number);
      const up = row === 0 ? 0 : (pixels[(row - 1) * stride + at] as number);
      const corner =
        row === 0 || at < channels ? 0 : (pixels[(row - 1) * stride + at - channels] as number);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter as number];
      pixels[row * stride + at] =
        (filtered[row * (stride + 1) + 1 + at] as number) + (predicted as number);
    }
  }
  return { width, height, channels, pixels };
}

/** The filter of the PNG specification of that name. */
function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(guess - one)) as [
    number,
    number,
    number,
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
