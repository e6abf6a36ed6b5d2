import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { visible, visibleLines } from '../../src/operator/visible.ts';
import { operate, operateJson } from '../support/operator.ts';
import { day, makePharmacy } from '../support/pharmacy.ts';
import { endSpawned, runProgram } from '../support/spawn-server.ts';

const HOSTILE = 'L\u001b[2J\r\nMain: now released\u009b1m\u202e';
const SHOWN = 'L\\u001b[2J\\r\\nMain: now released\\u009b1m\\u202e';

describe('a line', () => {
  it('shows each character that no one sees as JSON writes it, and any other as it is', () => {
    expect(visible(HOSTILE)).toBe(SHOWN);
    expect(visible('a\tb\0\u007f\u2028\ufeff\u{e0041}')).toBe(
      'a\\tb\\u0000\\u007f\\u2028\\ufeff\\udb40\\udc41',
    );
    expect(visibleLines('a\u001b\nb\r')).toBe('a\\u001b\nb\\r');
    for (const plain of ['lot A at Main: -2, now 8', 'Kühlraum – 株式会社 🏥 "C:\\new"']) {
      expect(visible(plain)).toBe(plain);
    }
  });

  it('holds no control or format character, whatever came in, and loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = visible(text.replaceAll('\\', '').replaceAll('"', ''));
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(JSON.parse(`"${line}"`)).toBe(text.replaceAll('\\', '').replaceAll('"', ''));
      }),
    );
  });
});

describe('the command line', () => {
  let db: TestDatabase;
  const words = ['lot', 'set-status', '--organization', 'pharmacy', '--sku', 'SKU-1'];
  beforeAll(async () => {
    db = await createTestDatabase();
    const lot = { sku_code: 'SKU-1', expiry_date: day(60), qty: 10 };
    const lots = [
      { ...lot, lot_number: 'L' },
      { ...lot, lot_number: 'l' },
    ];
    await makePharmacy(db.database, { lots });
    await db.owner.query(`update location set name = $1 where name = 'Main'`, [HOSTILE]);
  });
  afterAll(async () => {
    await endSpawned();
    await db.drop();
  });

  it('escapes what a partner named, and gives it to programs as it is', async () => {
    const release = [...words, '--lot', 'L', '--status', 'released'];
    const { printed } = await operate(db.database, ...release);
    expect(printed.split('\n')).toEqual([
      `${SHOWN}: was released already`,
      `NOT CHANGED, a similar lot number: lot l at ${SHOWN}, released`,
    ]);
    const { places } = await operateJson(db.database, ...release);
    expect(places[0].location).toBe(HOSTILE);
  });

  it('escapes what was typed, where it is refused', async () => {
    const run = (lot: string, status: string) =>
      runProgram(['operator', ...words, '--lot', lot, '--status', status], {
        DATABASE_URL: db.ownerUrl,
      });
    const refused = await run(HOSTILE, 'released');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(`There is no lot ${SHOWN} of a SKU SKU-1.\n`);
    const mistyped = await run('L', 'lost\u001b[2J');
    expect(mistyped.code).toBe(2);
    expect(mistyped.stderr).toContain("'lost\\u001b[2J'");
    expect(mistyped.stderr).not.toContain('\u001b');
  }, 60_000);
});
