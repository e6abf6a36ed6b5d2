// What the page says of things that others have named.
import { expect, it } from 'vitest';
import { reservedFor } from '../words.ts';

it('names an order that a reservation is for, and nothing else that a partner wrote', () => {
  const id = '01935f4e-7c10-7a52-9f0e-2d8b5a1c4e01';
  expect(reservedFor({ type: 'order', id })).toBe(`Order ${id}`);
  expect(reservedFor({ type: 'order', id: 'RX-1234567' })).toBe('Order');
  expect(reservedFor({ type: 'rx', id })).not.toContain(id);
});
