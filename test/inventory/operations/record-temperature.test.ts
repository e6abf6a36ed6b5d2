import { expect, it } from 'vitest';
import { ask, peopleWrote, refusal, useCounter } from '../../support/counter.ts';
import { freshKey } from '../../support/pharmacy.ts';

const world = useCounter();
const PATH = '/inventory/temperatures';

it('records what was measured with the range, once for its key', async () => {
  const { clerk } = world.counter;
  const key = freshKey();
  const sent = { location: 'Fridge', celsius: 5.1 };
  const both = await Promise.all([1, 2].map(() => ask(clerk, PATH, sent, key)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
  const [{ body }] = both as [(typeof both)[0]];
  expect(body).toMatchObject({
    location: 'Fridge',
    celsius: 5.1,
    min_celsius: 2,
    max_celsius: 8,
    in_range: true,
    in_excursion: false,
  });
  const { body: list } = await clerk.api.get(PATH, { query: { location: 'Fridge' } });
  expect(list.data).toMatchObject([{ id: body.id, celsius: 5.1 }]);
});

it('needs a comment where it is out of the range, which no event shows', async () => {
  const { clerk } = world.counter;
  const sent = { location: 'Fridge', celsius: 9.5 };
  const refused = await ask(clerk, PATH, sent);
  expect(refusal(refused)).toEqual([400, 'validation_error', 'comment']);
  expect(refused.body.error.message).toContain('the range of Fridge is 2 to 8 °C');
  const comment = 'Mr. Secret left the door open';
  const { status, body } = await ask(clerk, PATH, { ...sent, comment });
  expect([status, body.announced]).toEqual([201, true]);
  const { rows } = await world.db.owner.query('select type, data::text as data from event');
  expect(rows.filter(({ type }) => type === 'temperature.excursion')).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('Secret');
  const { actions } = await peopleWrote(world.db);
  expect(actions.at(-1)).toMatchObject({
    command: 'recordTemperature',
    reason: comment,
    person_id: clerk.id,
    target: 'location Fridge',
  });
  const { body: seen } = await clerk.api.get(PATH);
  expect(seen.data).toContainEqual(
    expect.objectContaining({ id: body.id, comment, recorded_by: clerk.id }),
  );
  const { body: byKey } = await world.api.get('/v1/inventory/temperatures');
  expect(byKey.data).toContainEqual(
    expect.objectContaining({ id: body.id, comment: null, recorded_by: clerk.id }),
  );
});

it.each([
  ['what cannot be', { celsius: 70 }, [400, 'validation_error', 'celsius']],
  [
    'a time to come',
    { measured_at: '2999-01-01T00:00:00Z' },
    [400, 'validation_error', 'measured_at'],
  ],
  [
    'no real time',
    { measured_at: '2027-02-30T00:00:00Z' },
    [400, 'validation_error', 'measured_at'],
  ],
  ['an unknown reading', { corrects: crypto.randomUUID() }, [404, 'not_found']],
  ['another’s location', { location: 'Their cellar' }, [404, 'location_not_found', 'location']],
])('is refused with %s', async (_what, change, expected) => {
  const sent = { location: 'Fridge', celsius: 5, ...change };
  expect(refusal(await ask(world.counter.clerk, PATH, sent))).toEqual(expected);
});
