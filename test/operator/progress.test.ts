import { describe, expect, it } from 'vitest';
import { oneDatabase } from '../../kit/one-database.ts';
import { runOperator } from '../../src/operator/program.ts';
import { progressOn } from '../../src/operator/progress.ts';
import { SECRETS_KEYS } from '../support/operator.ts';
import { day, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const CLEARED = '\r\x1b[K';

function screen() {
  const written: string[] = [];
  const clock = { milliseconds: 0 };
  const terminal = { write: (text: string) => written.push(text) > 0 };
  const progress = progressOn(terminal, { unit: 'records', now: () => clock.milliseconds });
  const show = (milliseconds: number, done: number, total?: number) => {
    clock.milliseconds = milliseconds;
    progress.show(done, total);
    return written.at(-1);
  };
  return { written, progress, show };
}

describe('a line of progress', () => {
  it('says what is done, of how many, the rate and the time left', () => {
    const { show } = screen();
    expect(show(500, 900, 20_000)).toBe('\r900 of 20,000 records (4 %)\x1b[K');
    expect(show(10_000, 5_000, 20_000)).toBe(
      '\r5,000 of 20,000 records (25 %), 500 a second, 30 s left\x1b[K',
    );
    expect(show(20_000, 5_001, 50_000)).toContain('250 a second, 3 min left');
    expect(show(40_000, 5_001, 5_000_000)).toContain('11 h 6 min left');
  });

  it('says the rate alone where no one knows how many there are', () => {
    const { show } = screen();
    expect(show(2_000, 100)).toBe('\r100 records, 50 a second\x1b[K');
    expect(show(4_000, 100, 90)).toBe('\r100 records, 25 a second\x1b[K');
  });

  it('is written five times a second at most, and cleared once', () => {
    const { written, progress, show } = screen();
    progress.end();
    for (let at = 0; at <= 1_000; at += 10) show(at, at, 1_000);
    expect(written).toHaveLength(5);
    progress.end();
    progress.end();
    expect(written.slice(5)).toEqual([CLEARED]);
  });
});

describe('commands', () => {
  const world = useWorld(
    async ({ db }) => {
      const lot = { sku_code: 'SKU-1', expiry_date: day(60), qty: 1 };
      const lots = Array.from({ length: 5 }, (_, n) => ({ ...lot, lot_number: `L-${n}` }));
      await makePharmacy(db.database, { lots });
      return {};
    },
    { service: false },
  );

  /** Everything that is written, in its order; the clock is made to be slow. */
  async function run(words: string[], isTerminal = true) {
    const written: string[] = [];
    const { now } = performance;
    let reads = 0;
    performance.now = () => {
      reads += 1;
      return now.call(performance) + 300 * reads;
    };
    try {
      await runOperator(words, {
        print: (line) => written.push(`printed: ${line}`),
        terminal: isTerminal ? { write: (text: string) => written.push(text) > 0 } : undefined,
        ...oneDatabase({ database: world.db.database, secretsKeys: SECRETS_KEYS }),
      });
    } finally {
      performance.now = now;
    }
    return written;
  }

  it.each([
    [['ledger', 'verify'], 'of 5 lots'],
    [['ledger', 'export', '--organization', 'pharmacy'], 'of 5 lots'],
    [['secrets', 'reseal'], 'rows'],
    [['lot', 'sweep', '--as-of', day(50)], 'of 5 lots'],
  ])('%s show it on a terminal alone, and never with --json', async (words, expected) => {
    const written = await run(words);
    const shown = written.filter((text) => text.startsWith('\r') && text !== CLEARED);
    expect(shown.join('')).toContain(expected);
    const last = written.findLastIndex((text) => text.startsWith('\r') && text !== CLEARED);
    expect(written.indexOf(CLEARED, last)).toBeGreaterThan(last);
    const quiet = [...(await run(words, false)), ...(await run([...words, '--json']))];
    expect(quiet.filter((text) => !text.startsWith('printed: '))).toEqual([]);
  });
});
