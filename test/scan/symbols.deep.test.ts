// Real symbols of every kind that the parser knows: drawn, read by a decoder in each of its text modes, and parsed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bwipjs from 'bwip-js/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { parseCode } from '../../src/scan/parse.ts';

const THIS_YEAR = 2026;
const GTIN = '09506000134352';
const PPN = '[)>^030' + '06^029' + '9N110375286414^0291TAB21CD^029D271100^029S7Q1^030^004';

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const { buffer } = new Uint8Array(readFileSync(wasm));
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true });
});

async function readings(bcid: string, text: string, options: object): Promise<string[]> {
  const image = await bwipjs.toBuffer({
    bcid,
    text,
    scale: 4,
    padding: 12,
    backgroundcolor: 'FFFFFF',
    ...options,
  });
  const texts: string[] = [];
  for (const textMode of ['Plain', 'HRI', 'Escaped'] as const) {
    const [read] = await readBarcodes(new Uint8Array(image), { tryHarder: true, textMode });
    if (!read?.isValid) throw new Error(`unread: ${bcid}`);
    texts.push(read.text, read.symbologyIdentifier + read.text);
  }
  return texts;
}

const elements = `(01)${GTIN}(17)271130(10)AB21CD(21)S7`;
const whole = { lotNumber: 'AB21CD', expiryDate: '2027-11-30', serial: 'S7' };
const ppn = { lotNumber: 'AB21CD', expiryDate: '2027-11-30', serial: '7Q1', codeType: 'ifa_ppn' };
const hibc = { codeType: 'hibc', others: [{ type: 'hibc', code: 'A99912345' }] };
const both = { ...hibc, lotNumber: '10X3', expiryDate: '2020-01-15' };

describe('a symbol', () => {
  it.each<[symbology: string, text: string, options: object, read: object]>([
    ['gs1datamatrix', elements, {}, whole],
    ['gs1datamatrixrectangular', `(01)${GTIN}(10)A`, {}, { lotNumber: 'A' }],
    ['gs1-128', elements, {}, whole],
    ['gs1qrcode', elements, {}, whole],
    ['databarexpanded', elements, {}, whole],
    ['databarexpandedstacked', elements, {}, whole],
    ['databaromni', `(01)${GTIN}`, {}, { numbers: [{ gtin: GTIN, type: 'gs1_element_string' }] }],
    [
      'gs1datamatrix',
      `(00)106141411234567897(02)${GTIN}(37)24(10)AB`,
      {},
      { itemCount: 24, lotNumber: 'AB' },
    ],
    ['gs1datamatrix', `(01)${GTIN}(7003)2711301200(10)AB`, {}, { expiryDate: '2027-11-30' }],
    ['datamatrix', PPN, { parse: true }, ppn],
    ['qrcode', `https://example.com/gtin/${GTIN}/lot/AB?exp=271130`, {}, { lotNumber: 'AB' }],
    ['qrcode', 'urn:epc:id:sgtin:9506000.013435.S7', {}, { codeType: 'epc_uri', serial: 'S7' }],
    ['hibccode39', 'A99912345', {}, hibc],
    ['hibccode128', 'A99912345', {}, hibc],
    ['hibccode128', 'A99912345/$$52001510X3', {}, both],
    ['hibcdatamatrix', 'A99912345/$$52001510X3', {}, both],
    ['hibcqrcode', 'A99912345/$$52001510X3', {}, both],
    ['pzn', '02763133', { pzn8: true }, { others: [{ type: 'pzn', code: '02763133' }] }],
    ['code32', '012345676', {}, { others: [{ type: 'aic', code: '012345676' }] }],
    ['ean13', '3400930000120', {}, { codeType: 'cip_13' }],
    ['code128', '000173-0682-20', {}, { codeType: 'ndc', ndcs: ['00173068220'] }],
    [
      'upca',
      '301730682208',
      {},
      { numbers: [{ gtin: '00301730682208', type: expect.any(String) }] },
    ],
  ])('%s of %s is read', async (symbology, text, options, read) => {
    for (const code of await readings(symbology, text, options)) {
      expect([code, parseCode(code, THIS_YEAR)]).toEqual([code, expect.objectContaining(read)]);
    }
  });
});
