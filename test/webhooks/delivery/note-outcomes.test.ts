import { expect, it } from 'vitest';
import { statements } from '../../../src/database/statement.ts';
import { noteOutcomes } from '../../../src/webhooks/delivery/note-outcomes.ts';
import type { Attempt } from '../../../src/webhooks/delivery/record-attempts.ts';
import { replaySlice } from '../../../src/webhooks/delivery/replay-deliveries.ts';
import { tendDeliveries } from '../../../src/webhooks/delivery/tend-deliveries.ts';
import { hold } from '../../support/concurrency.ts';
import { deliveriesOf } from '../../support/deliveries.ts';
import { addDelivery, create, rowOf, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

const OK = { status: 204, milliseconds: 20, error: null };
const FAILED = { status: 503, milliseconds: 20, error: 'status' as const };
const TIMED_OUT = { status: null, milliseconds: 15_000, error: 'timeout' as const };

/** What attempts of an endpoint say of it, together. */
async function note(id: string, ...sents: Attempt['sent'][]) {
  const { organization_id } = await rowOf(webhooks, id);
  const delivery = { endpoint_id: id, organization_id } as Attempt['delivery'];
  return noteOutcomes(
    webhooks.db.database,
    sents.map((sent) => ({ delivery, at: new Date(), sent })),
  );
}

const failingFor = (id: string, time: string) =>
  webhooks.db.owner.query(
    `update webhook_endpoint set failing_since = now() - $2::interval where id = $1`,
    [id, time],
  );

const textOf = (name: string) => statements.get(name)?.text as string;

async function rawStatuses(id: string): Promise<string[]> {
  const { rows } = await webhooks.db.owner.query(
    'select status from webhook_delivery where endpoint_id = $1',
    [id],
  );
  return rows.map(({ status }) => status);
}

const shown = async (id: string) => (await webhooks.live.get(`${WEBHOOKS}/${id}`)).body;

it('disables an endpoint that fails for five days without a success, and says why and when', async () => {
  const { id } = await create(webhooks.live);
  const pending = await addDelivery(webhooks, id, 'pending');
  await note(id, FAILED);
  const { failing_since: since } = await rowOf(webhooks, id);
  await note(id, TIMED_OUT);
  expect((await rowOf(webhooks, id)).failing_since).toEqual(since);
  await failingFor(id, '4 days 23 hours');
  expect(await note(id, FAILED)).toEqual([]);
  expect((await shown(id)).status).toBe('enabled');
  await failingFor(id, '5 days 1 minute');
  expect(await note(id, FAILED)).toMatchObject([{ id }]);
  expect(await shown(id)).toMatchObject({
    status: 'disabled',
    disabled_at: expect.any(String),
    disabled_reason: 'failing',
  });
  expect(await deliveriesOf(webhooks.live, id)).toMatchObject([{ id: pending, status: 'dead' }]);
  // Once: what was in flight changes nothing any more.
  const before = await rowOf(webhooks, id);
  expect(await note(id, FAILED)).toEqual([]);
  expect(await rowOf(webhooks, id)).toEqual(before);
});

it('ends a replay that is marked while the endpoint is given up', async () => {
  const { id } = await create(webhooks.live);
  const { organization_id } = await rowOf(webhooks, id);
  await addDelivery(webhooks, id, 'dead');
  await failingFor(id, '6 days');
  const marked = await hold(webhooks.db.owner, textOf('webhook-lock-for-replay'), [
    id,
    organization_id,
  ]);
  const noted = note(id, FAILED);
  await marked.blocks(1);
  await webhooks.db.owner.query(textOf('webhook-mark-replay'), [
    crypto.randomUUID(),
    organization_id,
    id,
    '2026-01-01T00:00:00Z',
  ]);
  await marked.commit();
  expect(await noted).toMatchObject([{ id }]);
  await tendDeliveries(webhooks.db.database);
  expect(await rowOf(webhooks, id)).toMatchObject({ disabled_reason: 'failing', has_over: false });
  expect(await rawStatuses(id)).toEqual(['dead']);
});

it('ends what a slice of a replay makes pending while the endpoint is given up', async () => {
  const { id } = await create(webhooks.live);
  const { organization_id } = await rowOf(webhooks, id);
  const dead = await addDelivery(webhooks, id, 'dead');
  await failingFor(id, '6 days');
  const waits = await hold(
    webhooks.db.owner,
    'select from webhook_endpoint where id = $1 for no key update',
    [id],
  );
  const noted = note(id, FAILED);
  await waits.blocks(1);
  await webhooks.db.owner.query(textOf('webhook-mark-replay'), [
    crypto.randomUUID(),
    organization_id,
    id,
    '2026-01-01T00:00:00Z',
  ]);
  const held = await hold(
    webhooks.db.owner,
    'select from webhook_delivery where id = $1 for update',
    [dead],
  );
  const slice = replaySlice(webhooks.db.database);
  await held.blocks(1);
  await waits.release();
  await Promise.race([noted, held.blocks(2)]);
  await tendDeliveries(webhooks.db.database);
  await held.release();
  await Promise.all([slice, noted]);
  await tendDeliveries(webhooks.db.database);
  expect(await rowOf(webhooks, id)).toMatchObject({ disabled_reason: 'failing', has_over: false });
  expect(await rawStatuses(id)).toEqual(['dead']);
});

it('begins the five days again after a success, a change of address and an enabling', async () => {
  const { id } = await create(webhooks.live);
  const patch = (body: object) => webhooks.live.patch(`${WEBHOOKS}/${id}`, { body: { ...body } });
  for (const pardon of [
    () => note(id, FAILED, OK),
    () => patch({ url: 'https://8.8.8.8/' }),
    () => patch({ status: 'disabled' }).then(() => patch({ status: 'enabled' })),
  ]) {
    await failingFor(id, '6 days');
    await pardon();
    expect((await rowOf(webhooks, id)).failing_since).toBeNull();
    expect(await note(id, FAILED)).toEqual([]);
    expect((await shown(id)).status).toBe('enabled');
  }
});

it('counts an endpoint as slow once all of its attempts took long, until one does not', async () => {
  const { id } = await create(webhooks.live);
  const isSlow = async () => (await rowOf(webhooks, id)).is_slow;
  await note(id, TIMED_OUT, FAILED);
  expect(await isSlow()).toBe(false);
  await note(id, TIMED_OUT, TIMED_OUT);
  expect(await isSlow()).toBe(true);
  await note(id, { ...OK, milliseconds: 9_000 });
  expect(await isSlow()).toBe(true);
  await note(id, OK, TIMED_OUT);
  expect(await isSlow()).toBe(false);
});

it('writes no row that says so already', async () => {
  const { id } = await create(webhooks.live);
  const version = async () => {
    const { rows } = await webhooks.db.owner.query(
      'select xmin::text from webhook_endpoint where id = $1',
      [id],
    );
    return rows[0].xmin;
  };
  await note(id, OK);
  const fresh = await version();
  await note(id, OK);
  expect(await version()).toBe(fresh);
  await note(id, FAILED);
  const failing = await version();
  expect(failing).not.toBe(fresh);
  await note(id, FAILED);
  expect(await version()).toBe(failing);
});
