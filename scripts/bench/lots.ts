// Whether a SKU with a long history posts as fast as a young one: 10,000 depleted lots and 2,000 live ones
// against 20, on one server, in turn. Fails below the guaranteed ratio.
import { type Lot, measure, median, print, withService } from './service.ts';

const RATIO_MIN = 0.8;
const ROUNDS = 7;
const ROUND = { clients: 8, seconds: 3 };
const DEPLETED = 10_000;
const LIVE = 2_000;
const FEW = 20;
const UNITS = 1_000_000;
const DEPLETED_A_MOVEMENT = 200;

function expiry(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The depleted ones expire first, where a draw begins to look. */
const lots: Lot[] = [
  ...Array.from({ length: DEPLETED }, (_, nth) => ({
    ...{ sku_code: 'OLD', lot_number: `D${nth}`, qty: 1, expiry_date: expiry(30 + (nth % 300)) },
  })),
  ...Array.from({ length: LIVE }, (_, nth) => ({
    ...{ sku_code: 'OLD', lot_number: `L${nth}`, qty: UNITS, expiry_date: expiry(400 + nth) },
  })),
  ...Array.from({ length: FEW }, (_, nth) => ({
    ...{ sku_code: 'YOUNG', lot_number: `L${nth}`, qty: UNITS, expiry_date: expiry(400 + nth) },
  })),
];

await withService(lots, async ({ fulfill }) => {
  for (let units = 0; units < DEPLETED; units += DEPLETED_A_MOVEMENT) {
    await fulfill('OLD', DEPLETED_A_MOVEMENT);
  }
  const speed = (skuCode: string) => measure(ROUND, () => fulfill(skuCode, 1));
  await Promise.all([speed('OLD'), speed('YOUNG')]);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = round % 2 === 0 ? ['OLD', 'YOUNG'] : ['YOUNG', 'OLD'];
    const speeds = new Map<string, number>();
    for (const skuCode of order) speeds.set(skuCode, (await speed(skuCode)).perSecond);
    const [old, young] = [speeds.get('OLD') ?? 0, speeds.get('YOUNG') ?? 1];
    ratios.push(old / young);
    print(`${DEPLETED}+${LIVE} lots ${old.toFixed(0)}/s, ${FEW} lots ${young.toFixed(0)}/s`);
  }
  const ratio = median(ratios);
  print(`median ratio ${ratio.toFixed(2)}, guaranteed ${RATIO_MIN}`);
  if (ratio < RATIO_MIN) process.exitCode = 1;
});
