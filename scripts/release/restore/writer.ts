// Posts draws until it is stopped, and records which of them were acknowledged.
import { randomUUID } from 'node:crypto';
import { importOrganization } from '../../../kit/organization.ts';
import type { Product } from '../../../kit/product.ts';

const ORGANIZATION = 'rehearsal';
const SKUS = Array.from({ length: 10 }, (_, index) => `SKU-${index}`);
const LOTS = ['A', 'B', 'C'];
const UNITS = 100_000;
const CLIENTS = 4;

/** Makes the organization with its stock; answers a key. */
export function makeStock(settings: Record<string, string>, folder: string): Promise<string> {
  const year = new Date().getUTCFullYear();
  const lots = LOTS.map((lot_number, index) => ({
    lot_number,
    expiry_date: `${year + 2 + index}-06-30`,
    qty: UNITS,
  }));
  return importOrganization(settings, { slug: ORGANIZATION, skus: SKUS, lots }, folder);
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
