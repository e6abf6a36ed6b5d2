// The operator's work on stock as it is typed: words, exit codes, what goes where.
import { afterAll, expect, it } from 'vitest';
import { day, makePharmacy } from '../support/pharmacy.ts';
import { endSpawned, type Finished, runProgram } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(
  async ({ db }) => {
    const lot = { sku_code: 'SKU-1', expiry_date: day(60) };
    const lots = [
      { ...lot, lot_number: 'A', qty: 10 },
      { ...lot, lot_number: 'B', qty: 7 },
    ];
    await makePharmacy(db.database, { lots });
  },
  { service: false },
);
afterAll(async () => {
  await endSpawned();
});

function operator(...words: string[]): Promise<Finished> {
  return runProgram(['operator', ...words], { DATABASE_URL: world.db.ownerUrl });
}

const onSku = ['--organization', 'pharmacy', '--sku', 'SKU-1'];
const onLot = [...onSku, '--lot', 'A', '--location', 'Main'];
/** Which no test changes. */
const onOther = [...onSku, '--lot', 'B', '--location', 'Main'];

it('adjusts by a negative quantity as typed, and proves the ledger', async () => {
  const adjusted = await operator('stock', 'adjust', ...onLot, '--qty', '-2', '--reason', 'broken');
  expect(adjusted).toEqual({ code: 0, stdout: 'lot A at Main: -2, now 8\n', stderr: '' });
  const json = await operator('stock', 'count', ...onLot, '--counted', '7', '--json');
  expect([json.code, JSON.parse(json.stdout)]).toEqual([
    0,
    { lot: 'A', location: 'Main', qty: -1, balance_after: 7, moved: [], idempotent: false },
  ]);
  const verified = await operator('ledger', 'verify');
  expect(verified.stdout).toMatch(
    /^4 entries and 2 records of 2 lots at 1 levels verified: every balance/,
  );
  expect(verified.code).toBe(0);
}, 60_000);

it('ends with 1 and one line of words where a rule refuses', async () => {
  const refused = await operator('stock', 'waste', ...onOther, '--qty', '50', '--reason', 'fire');
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Only 7 on hand; cannot take 50.\n',
  });
  const distant = await operator('lot', 'sweep', '--as-of', '2999-01-31', '--json');
  expect(distant).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/--as-of/) });
}, 60_000);

it('ends with 2 where the words are mistyped', async () => {
  for (const words of [
    ['stock', 'adjust', ...onLot, '--qty', 'two', '--reason', 'x'],
    ['stock', 'adjust', ...onLot, '--qty', '2'],
    ['lot', 'set-status', ...onLot, '--status', 'lost'],
    ['lot', 'sweep', '--as-of', 'tomorrow'],
    ['lot', 'sweep', '--as-of', '2027-01-31', '--as-of', '2028-01-31'],
    ['stock', 'steal', ...onLot],
  ]) {
    const mistyped = await operator(...words);
    expect([words, mistyped.code, mistyped.stdout]).toEqual([words, 2, '']);
    expect(mistyped.stderr).toMatch(/^error: /);
  }
}, 60_000);

it('takes a temperature below zero as typed', async () => {
  const words = ['--organization', 'pharmacy', '--location', 'Annex', '--celsius', '-18.5'];
  const noted = await operator('temperature', 'record', ...words, '--json');
  expect([noted.code, JSON.parse(noted.stdout)]).toEqual([
    0,
    {
      id: expect.any(String),
      location: 'Annex',
      celsius: -18.5,
      measured_at: expect.stringMatching(/Z$/),
      corrects: null,
      in_range: true,
      is_newest: true,
      in_excursion: false,
      announced: false,
    },
  ]);
}, 60_000);
