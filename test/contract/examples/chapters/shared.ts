// What any operation may answer, and the parameters that many have.
import { hold, until } from '../../../support/concurrency.ts';
import { OPERATIONS, type Operation, type Parameter } from '../contract.ts';
import { type Ask, act, ask, type Chapter, type Story } from '../story.ts';

const UNKNOWN = '01935f99-0000-7000-8000-000000000001';

/** The operations that share an answer, each called so that it gives that. */
function each(shared: string, name: string, call: (operation: Operation) => Partial<Ask>) {
  return act(`each ${shared} is ${name}`, async (story) => {
    for (const operation of OPERATIONS.values()) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (response.shared !== shared) continue;
        await story.ask({
          ...requestOf(operation),
          ...call(operation),
          gives: `${status} ${name}`,
        });
      }
    }
  });
}

const requestOf = ({ id, bodies }: Operation) => {
  const [sends] = Object.keys(bodies);
  return { id, ...(sends !== undefined && { sends }) };
};

const withId =
  (value: string) =>
  ({ parameters }: Operation) => {
    const { in: location = '' } = parameters.find(({ name }) => name === 'id') as Parameter;
    return { [location]: { id: value } };
  };
const withLimit = () => ({ query: { limit: 101 } });

/** However often that must be sent: the minute of the key may end in between. */
async function askUntilLimited(story: Story, call: Ask): Promise<void> {
  let answered = await story.send(call);
  await until(`${call.id} is limited`, async () => {
    if (answered.status === 429) return true;
    answered = await story.send(call);
    return false;
  });
  story.compare(call, answered);
}

export const shared: Chapter = [
  each('Unauthorized', 'unauthorized', () => ({ by: 'nobody' })),
  each('UnsupportedMediaType', 'form', () => ({ contentType: 'text/plain' })),
  each('InvalidQuery', 'limit', withLimit),
  each('InvalidQueryElsewhere', 'limit', withLimit),
  each('InvalidIdOrQuery', 'limit', withLimit),
  each('InvalidId', 'invalidId', withId('1')),
  each('InvalidIdElsewhere', 'invalidId', withId('1')),
  each('InvalidIdOrQuery', 'invalidId', withId('1')),
  each('InvalidIdOrRequest', 'invalidId', withId('1')),
  each('InvalidIdOrDisabled', 'invalidId', withId('1')),
  each('NotFound', 'notFound', withId(UNKNOWN)),
  act('each RateLimited is limited', async (story) => {
    for (const operation of OPERATIONS.values()) {
      // The minute may end in between, and the call is answered: it must not delete what the story continues with.
      const hasId = operation.parameters.some(({ name }) => name === 'id');
      const nobodys = hasId ? withId(UNKNOWN)(operation) : {};
      const call = { ...requestOf(operation), ...nobodys, by: 'hurried' } as const;
      await askUntilLimited(story, { ...call, gives: '429 limited' });
    }
  }),
  ask({ id: 'postMovement', sends: 'receive', by: 'reader', gives: '403 scope' }),
  ask({ id: 'postMovement', sends: 'receive', by: 'pharmacy test', gives: '403 live' }),
  ask({
    id: 'postMovement',
    sends: 'receive',
    body: { note: 'x'.repeat(16_000) },
    gives: '413 tooLarge',
  }),
  ask({ id: 'postMovement', sends: 'receive', encoding: 'gzip', gives: '415' }),
  act('a table that is gone', async (story) => {
    await story.db.owner.query('alter table partner rename to elsewhere');
    await story
      .ask({ id: 'getPartner', gives: '500 internal' })
      .finally(() => story.db.owner.query('alter table elsewhere rename to partner'));
  }),
  act('a table that is held, and nine that read it', async (story) => {
    const held = await hold(story.db.owner, 'lock table location in access exclusive mode');
    const waiting = Array.from({ length: 8 }, () =>
      story.ask({ id: 'listLocations', by: 'standard', gives: '503 unavailable' }),
    );
    const ninth = ask({ id: 'listLocations', by: 'standard', gives: '429 inFlight' });
    await Promise.all([...waiting, story.endWaiting(held, 8, () => ninth.take(story))]);
  }),
];

/** Those that have no sense without each other. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  reference_type: ['reference_id'],
  reference_id: ['reference_type'],
};

/** Each parameter that may be left out, as its example shows it. */
export const parameters: Chapter = [...OPERATIONS.values()].map((operation) =>
  act(`${operation.id} takes each parameter`, async (story) => {
    const optional = operation.parameters.filter(
      (one) => one.in === 'query' && one.required !== true,
    );
    for (const { name } of optional) {
      const asks = [name, ...(TOGETHER[name] ?? [])];
      await story.ask({ ...requestOf(operation), asks, gives: '200' });
    }
  }),
);
