// The examples of the contract are true: each request is sent to the real service with the demo data in it, and
// what comes, an answer, a refusal, an event or a header, is what the contract shows. example-normalizer.ts says what may
// differ. An example that nothing gives fails too: add it to the chapter of its room.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchThreadPool } from '../../support/thread-pool.ts';
import { reads, writes } from './chapters/clinic.ts';
import { parameters, shared } from './chapters/shared.ts';
import { movements, oneOrder, packs, stock } from './chapters/stock.ts';
import { allKinds, end, endpoint, events } from './chapters/webhooks.ts';
import { OPERATIONS, propertyExamples } from './contract.ts';
import { type Chapter, Story } from './story.ts';

const story = new Story();
let queuedForThreads: () => Record<string, number>;
beforeAll(async () => {
  await story.begin();
  queuedForThreads = watchThreadPool();
});
afterAll(() => story.end());

const CHAPTERS: Readonly<Record<string, Chapter>> = {
  stock,
  'all kinds of events': allKinds,
  packs,
  'one order': oneOrder,
  movements,
  events,
  endpoint,
  'reads of a clinic': reads,
  'writes of a clinic': writes,
  'what all may answer': shared,
  parameters,
  'the end': end,
};

// The chapters are one story, and what it left out is known at its end.
describe('the story', { shuffle: false }, () => {
  describe.each(Object.entries(CHAPTERS))('%s', (_name, chapter) => {
    it.each(chapter)('$name', async ({ take }) => {
      await take(story);
    });
  });

  it('nothing of all this waited for a thread that the database’s name is looked up in', () => {
    expect(queuedForThreads()).toEqual({});
  });

  it('each example of the contract is given by something', () => {
    expect(story.missed).toEqual([]);
  });
});

it('what is an example of a property stands under its name in an example of a body or of a parameter', () => {
  const shown = membersShown();
  const strangers = propertyExamples().filter(
    ({ name, example }) => !shown.has(JSON.stringify([name, example])),
  );
  expect(strangers).toEqual([]);
});

/** Each member of an example, to any depth, and each parameter: as JSON, its name with its value. */
function membersShown(): Set<string> {
  const shown = new Set<string>();
  const note = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node)) {
      shown.add(JSON.stringify([name, value]));
      note(value);
    }
  };
  for (const { parameters, bodies, responses } of OPERATIONS.values()) {
    for (const { name, example } of parameters) shown.add(JSON.stringify([name, example]));
    note([bodies, Object.values(responses).map(({ examples }) => examples)]);
  }
  return shown;
}
