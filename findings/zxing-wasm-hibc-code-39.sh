#!/usr/bin/env bash
# zxing-wasm 3.1.4 (npm): a right Code 39 symbol of a HIBC, whose text begins with a plus and a letter as ANSI/HIBC 2.6
# says, is read as a small letter: by default, and with the format Code39 too, the reader takes the symbol for Code 39
# with full ASCII, where a plus and a letter are one small letter. zbar 0.23.92 reads the same picture as +A999123457.
# Seen on 2026-11-27, Node.js 20: "a999123457 ]A5"; with the format Code39Std "+A999123457 ]A1".
# Exits 1 when that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund zxing-wasm@3.1.4 bwip-js@4.11.4 > /dev/null

cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bwipjs from 'bwip-js/node';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
const { buffer } = new Uint8Array(readFileSync(wasm));
await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true });
const image = await bwipjs.toBuffer({
  bcid: 'hibccode39', text: 'A99912345', scale: 4, height: 15, padding: 12, backgroundcolor: 'FFFFFF',
});
for (const formats of [[], ['Code39Std']]) {
  const [read] = await readBarcodes(new Uint8Array(image), { tryHarder: true, formats });
  console.log(read.text, read.symbologyIdentifier);
}
JS
node read.mjs | tee said
[ "$(cut -d' ' -f1 said | tr '\n' ' ')" = 'a999123457 +A999123457 ' ]
