// EPC URIs of trade items (GS1 EPC Tag Data Standard, sections 6.3.1 and 6.3.13): a GTIN with a serial number or a lot.
// The indicator digit of the GTIN begins the item's reference; its check digit is left out.
import { checkDigitOf } from './check-digit.ts';
import { decoded } from './digital-link.ts';
import { type ElementReading, readingOf } from './element-string.ts';

const FORM =
  /^urn:epc:(?:id|class|idpat|tag):(?:(sgtin)(?:-(?:96|198):\d)?|(lgtin))(?::|\.)(\d{6,12})\.(\d{1,7})(?:\.(.+))?$/i;

export function readEpcUri(text: string): ElementReading | undefined {
  const [, sgtin, , company = '', item = '', raw = '*'] = FORM.exec(text) ?? [];
  if (company.length + item.length !== 13) return undefined;
  const body = item.slice(0, 1) + company + item.slice(1);
  const gtin = body + checkDigitOf(body);
  // A pattern may leave the serial number open.
  if (raw === '*') return readingOf([['01', gtin]]);
  return readingOf([
    ['01', gtin],
    [sgtin === undefined ? '10' : '21', decoded(raw)],
  ]);
}
