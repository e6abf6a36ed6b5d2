// How long `npm start` takes until it listens, where its own database is there and stopped.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopLater } from '../../../kit/cleanup.ts';
import { startProduct } from '../../../kit/product.ts';
import { type BenchCase, inTurn } from '../stage.ts';

export const startCase: BenchCase = {
  name: 'start',
  title: '`npm start` on an embedded database that is there, until it listens (p50 is that time)',
  unit: 'starts',
  run: async (stage) => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));
    const remove = stopLater(() => rmSync(folder, { recursive: true, force: true }));
    const measure = async () => {
      const product = await startProduct({ DATA_DIR: join(folder, 'data') });
      await product.stop();
      return { perSecond: 1 / product.startSeconds, p50: product.startSeconds * 1000 };
    };
    // Makes the database.
    await measure();
    const measured = await inTurn(stage, [{ name: 'start', measure }]);
    await remove();
    return measured;
  },
};
