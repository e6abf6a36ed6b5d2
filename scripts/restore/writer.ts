// Draws that do not end until they are told to, and what of them was acknowledged.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operate, type Product } from '../bench/product.ts';

const ORGANIZATION = 'rehearsal';
const SKUS = Array.from({ length: 10 }, (_, nth) => `SKU-${nth}`);
const LOTS = ['A', 'B', 'C'];
const UNITS = 100_000;
const CLIENTS = 4;
const PLAN = [
  '--plan',
  'enterprise',
  '--requests-per-minute',
  '1000000',
  '--requests-per-day',
  '1000000000',
];

/** Makes the organization with its stock; answers a key. */
export async function makeStock(settings: Record<string, string>, folder: string): Promise<string> {
  const organization = ORGANIZATION;
  const products = SKUS.map((name) => ({ organization, name, id: randomUUID() }));
  const year = new Date().getUTCFullYear();
  const file = join(folder, 'import.json');
  const records = {
    organizations: [{ slug: organization, name: 'Rehearsal', kind: 'pharmacy' }],
    locations: [{ organization, name: 'Main', is_default: true }],
    products,
    skus: products.map(({ name, id }) => ({ organization, sku_code: name, product_id: id })),
    lots: SKUS.flatMap((sku_code) =>
      LOTS.map((lot_number, nth) => {
        const expiry_date = `${year + 2 + nth}-06-30`;
        return { organization, sku_code, lot_number, expiry_date, qty: UNITS };
      }),
    ),
  };
  writeFileSync(file, JSON.stringify(records));
  await operate(settings, ['import', file]);
  const words = ['--organization', organization, '--environment', 'live', '--scopes', 'all'];
  const said = await operate(settings, ['key', 'issue', ...words, ...PLAN, '--json']);
  return (JSON.parse(said) as { key: string }).key;
}

/** @returns the status, and whether it had been posted before */
export async function draw(product: Product, key: string, idempotencyKey: string) {
  const answer = await fetch(`${product.url}/inventory/movements`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ type: 'fulfill', sku_code: skuOf(idempotencyKey), qty: 1 }),
  });
  const { idempotent } = (await answer.json()) as { idempotent?: boolean };
  return { status: answer.status, idempotent };
}

/** A key draws the same thing again. */
function skuOf(idempotencyKey: string): string | undefined {
  return SKUS[(idempotencyKey.codePointAt(idempotencyKey.length - 1) ?? 0) % SKUS.length];
}

export class Writer {
  /** Idempotency keys of draws that were answered with 201. */
  readonly acknowledged: string[] = [];
  readonly #product: Product;
  readonly #key: string;
  #isOn = true;
  readonly #clients: Promise<void>[];

  constructor(product: Product, key: string) {
    this.#product = product;
    this.#key = key;
    this.#clients = Array.from({ length: CLIENTS }, () => this.#write());
  }

  /** When every request has its answer. */
  async stop(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#clients);
  }

  async #write(): Promise<void> {
    while (this.#isOn) {
      const idempotencyKey = `draw-${randomUUID()}`;
      const { status } = await draw(this.#product, this.#key, idempotencyKey);
      if (status !== 201) throw new Error(`A draw was answered with ${status}.`);
      this.acknowledged.push(idempotencyKey);
    }
  }
}
