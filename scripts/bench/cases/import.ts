// The operator's import of new lots, the whole command from its start to its end.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SKUS_EACH } from '../fixture.ts';
import { type BenchCase, inTurn, onCopy } from '../stage.ts';

const LOTS = 5_000;
const UNITS = 1_000;

export const importCase: BenchCase = {
  name: 'import',
  title: `\`operator import\` of ${LOTS.toLocaleString('en')} new lots of 1,000 SKUs`,
  unit: 'lots',
  run: (stage) =>
    onCopy(stage, 'import', async ({ operate }) => {
      let files = 0;
      const measure = async () => {
        files += 1;
        const file = join(stage.folder, `import-${files}.json`);
        writeFileSync(file, JSON.stringify({ lots: newLots(files) }));
        const startedAt = performance.now();
        await operate(['import', file]);
        return { perSecond: LOTS / ((performance.now() - startedAt) / 1000) };
      };
      return inTurn(stage, [{ name: 'import', measure }]);
    }),
};

function newLots(file: number) {
  return Array.from({ length: LOTS }, (_, index) => ({
    organization: `bench-${index % 10}`,
    sku_code: `SKU-${Math.floor(index / 10) % SKUS_EACH}`,
    lot_number: `I${file}-${index}`,
    qty: UNITS,
    expiry_date: `20${70 + (index % 20)}-06-15`,
  }));
}
