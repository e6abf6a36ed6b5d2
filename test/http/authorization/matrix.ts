/**
 * Who may do what, for every operation of the contract: each key of each kind of organization asks for its own
 * things, for those of a stranger and for its own of the other environment, over HTTP, in the whole service. What
 * must come is derived from the contract alone (test/support/authorization-rules.ts); requests are made of its
 * examples. So a new operation is tried as soon as it is described, and fails where the contract does not say who
 * may ask for what. `npm test` tries keys of all scopes and of none, the deep run those of each single scope too.
 */
import { writeSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };
import { makeKey } from '../../../src/api-keys/key-format.ts';
import { ENVIRONMENTS, type Environment } from '../../../src/contract.ts';
import type { ContractDocument } from '../../../src/http/operations.ts';
import {
  barrier,
  type Refusal,
  type Ruled,
  ruledOperations,
  type Slot,
  scopesOf,
} from '../../support/authorization-rules.ts';
import { type Answered, client } from '../../support/client.ts';
import { inFlight } from '../../support/concurrency.ts';
import { isQuick } from '../../support/depth.ts';
import { COMMON, nothingOf, ORGANIZATIONS, type Organization, STRANGER } from './records.ts';
import { exampleFor, isAlone, requestOf } from './requests.ts';
import { makeWorld, STAND_INS, TAUGHT_CODE, type World } from './world.ts';

const AT_ONCE = 16;
const TIMEOUT = 120_000;

const contract = document as unknown as ContractDocument;
const everyScope = scopesOf(contract);

interface Caller {
  readonly name: string;
  readonly key: string | undefined;
  /** Whether the key opens. */
  readonly isKnown: boolean;
  readonly environment: Environment;
  readonly organization: Organization;
  readonly scopes: readonly string[];
}

/**
 * A clinic, and one that is none. Of the others, keys that have no scope and all of them; in `npm test` these two have
 * those, and the others the key of all.
 */
const EVERY_SCOPE_OF = ['clinic', 'pharmacy'];

/** What is asked for. */
interface Variant {
  readonly name: string;
  readonly example: unknown;
  /** Of which one that is not the caller's is answered for; none where all is. */
  readonly slot?: Slot;
  /** The slots of the request that name another thing than the caller's own, and whose it is. */
  readonly slots: readonly Slot[];
  readonly whose: Whose;
}

type Whose = 'own' | 'common' | 'foreign' | 'other environment';

const CALLED: Readonly<Record<Whose, string>> = {
  own: 'their own',
  common: 'a name that everybody uses',
  foreign: 'a stranger’s',
  'other environment': 'of the other environment',
};

let world: World;
const counts = { cells: 0, asDerived: 0 };

/**
 * Makes the tests of some operations. Reads and writes are apart: a read finds each organization's newest records to be
 * those that it was given.
 */
export function itAuthorises(isTried: (operation: Ruled) => boolean): void {
  const operations = ruledOperations(contract).filter(isTried);
  let callers: Caller[];
  let before: string[];

  beforeAll(async () => {
    world = await makeWorld();
    callers = await callersOf(world);
    before = await world.untouched();
  }, TIMEOUT);

  afterAll(async () => {
    const { cells, asDerived } = counts;
    writeSync(
      1,
      `authorization matrix: ${operations.length} operations, ${cells} cells, ${asDerived} as the contract says\n`,
    );
    await world?.close();
  }, TIMEOUT);

  // What all of them have left is known at the end.
  describe('every operation', { shuffle: false }, () => {
    describe.each(operations)('$id', (operation) => {
      it('answers each caller as the contract says', { timeout: TIMEOUT }, async () => {
        const cells = callers.flatMap((caller) =>
          variantsOf(operation, caller).map((variant) => ({ caller, variant })),
        );
        const wrong: string[] = [];
        await inFlight(AT_ONCE, cells, async ({ caller, variant }) => {
          const flaw = await violationIn(operation, caller, variant).catch((error) =>
            String(error),
          );
          counts.cells += 1;
          if (flaw === undefined) counts.asDerived += 1;
          else wrong.push(`${caller.name}, ${variant.name}: ${flaw}`);
        });
        expect(wrong).toEqual([]);
      });
    });

    it('leaves what is another’s, or of the other environment, as it was', async () => {
      expect(before.length).toBeGreaterThan(100);
      expect(await world.untouched()).toEqual(before);
    });
  });
}

async function callersOf(world: World): Promise<Caller[]> {
  const single = everyScope.map((scope) => [scope]);
  const made = ORGANIZATIONS.flatMap((organization) =>
    ENVIRONMENTS.map(async (environment) => {
      const isFull = EVERY_SCOPE_OF.includes(organization.slug);
      const sets = isQuick
        ? [everyScope, ...(isFull ? [[]] : [])]
        : [[], everyScope, ...(isFull ? single : [])];
      const issued = await world.issueKeys(organization, environment, sets);
      const caller = (name: string, key: string, scopes: readonly string[], isKnown = true) => ({
        name: `${organization.slug} ${environment} with ${name}`,
        key,
        isKnown,
        environment,
        organization,
        scopes,
      });
      return [
        ...sets.map((scopes, index) => {
          const name = scopes.length === 1 ? scopes[0] : scopes.length === 0 ? 'no scope' : 'all';
          return caller(name as string, issued.keys[index] as string, scopes);
        }),
        caller('a revoked key', issued.revoked, everyScope, false),
        caller('an expired key', issued.expired, everyScope, false),
      ];
    }),
  );
  const nobody = (name: string, environment: Environment, key?: string): Caller => ({
    name,
    key,
    isKnown: false,
    environment,
    scopes: everyScope,
    organization: ORGANIZATIONS[0] as Organization,
  });
  return [
    ...(await Promise.all(made)).flat(),
    nobody('nobody', 'live'),
    ...ENVIRONMENTS.map((environment) =>
      nobody(`an unknown ${environment} key`, environment, makeKey(environment)),
    ),
  ];
}

function variantsOf(operation: Ruled, caller: Caller): Variant[] {
  const { bodies, slots } = operation;
  const own: Variant = { name: 'own things', example: bodies[0], slots: [], whose: 'own' };
  if (!caller.isKnown) return [own];
  const inPath = slots.filter((slot) => slot.in === 'path');
  if (barrier(operation, ruleOf(caller)) !== undefined) {
    // A caller is refused wherever another's thing is named, so one slot suffices.
    const [first] = slots;
    const whose = (['foreign', 'other environment'] as const).slice(0, first?.isSeparate ? 2 : 1);
    return [own, ...(first ? whose.map((one) => variant(operation, [first], one)) : [])];
  }
  return [
    own,
    ...bodies
      .slice(1)
      .map((example, index) => ({ ...own, name: `own things, example ${index + 2}`, example })),
    ...slots.flatMap((slot) =>
      whoseOf(operation, slot).map((whose) => variant(operation, [slot], whose)),
    ),
    // What stands below a stranger's thing, with that.
    ...(inPath.length > 1 ? [variant(operation, inPath, 'foreign')] : []),
  ];
}

function whoseOf(operation: Ruled, slot: Slot): Whose[] {
  const isFilter = slot.in === 'query' && !slot.required;
  const isCommon = slot.thing in COMMON && isAlone(operation, slot);
  return [
    // A filter that is not sent has not been tried yet.
    ...(isFilter ? ['own' as const] : []),
    ...(isCommon ? ['common' as const] : []),
    'foreign',
    ...(slot.isSeparate ? ['other environment' as const] : []),
  ];
}

function variant(operation: Ruled, slots: readonly Slot[], whose: Whose): Variant {
  const slot = slots[0] as Slot;
  const name = `${slots.map(({ way }) => way.join('.')).join(' and ')}: ${CALLED[whose]}`;
  const isTheirs = whose === 'own' || whose === 'common';
  const example = exampleFor(operation, slot);
  return { name, example, slots, whose, ...(!isTheirs && { slot }) };
}

const ruleOf = ({ organization: { kind, status }, environment, scopes }: Caller) => ({
  kind,
  status,
  environment,
  scopes,
});

/** What is wrong with the answer, or nothing. */
async function violationIn(
  operation: Ruled,
  caller: Caller,
  variant: Variant,
): Promise<string | undefined> {
  const { slot, slots, whose } = variant;
  const { slug } = caller.organization;
  const refusal = caller.isKnown
    ? barrier(operation, ruleOf(caller))
    : { status: 401, code: 'unauthorized' };
  const changes = operation.method !== 'GET' && slot === undefined && refusal === undefined;
  const wanted = operation.slots.map(({ thing }) => thing);
  const own = changes
    ? await world.freshThings(slug, caller.environment, wanted)
    : world.things(slug, caller.environment);
  const ask = async (nameOf: (slot: Slot) => string | undefined) => {
    const { path, item, ...options } = requestOf({
      operation,
      own,
      example: variant.example,
      standIns: operation.id === 'putSkuPack' ? TAUGHT_CODE : STAND_INS,
      instead: new Map(slots.map((one) => [one, nameOf(one) ?? ''])),
    });
    const api = client({ url: world.service.url, ...(caller.key && { key: caller.key }) });
    return { item, answer: await api.request(operation.method, path, options) };
  };
  const { item, answer } = await ask((one) => nameOf(one, whose, caller));
  const leaked = world.foreignIn(answer.text, slug, caller.environment);
  if (leaked.length > 0) return `shows what is not the caller’s: ${JSON.stringify(leaked)}`;
  if (refusal !== undefined) return flawOfRefusal(answer, refusal);
  if (slot === undefined) return flawOfSuccess(operation, answer, caller);
  const nobodys = await ask(({ thing }) => nothingOf(thing));
  const shown = partOf(operation, answer, item);
  const missing = partOf(operation, nobodys.answer, item);
  if (masked(shown) !== masked(missing)) {
    return `tells it from what is nobody’s: ${shown.text} ${missing.text}`;
  }
  if (slot.unknown === 'nothing') return flawOfSuccess(operation, answer);
  return flawOfRefusal(shown, slot.unknown);
}

/** Of a batch, what came of the item that was tried. */
function partOf({ batchOf }: Ruled, answer: Answered, item: number): Answered {
  if (batchOf === undefined || answer.status >= 300) return answer;
  const { status, body } = answer.body.results[item];
  return { ...answer, status, body, text: JSON.stringify(body) };
}

function nameOf({ thing }: Slot, whose: Whose, { organization, environment }: Caller) {
  const { slug } = organization;
  switch (whose) {
    case 'own':
      return world.things(slug, environment)[thing]?.[0];
    case 'common':
      return COMMON[thing];
    case 'foreign':
      return world.things(STRANGER.slug, environment)[thing]?.[0];
    case 'other environment':
      return world.things(slug, environment === 'live' ? 'test' : 'live')[thing]?.[0];
    default: {
      const never: never = whose;
      return never;
    }
  }
}

function flawOfRefusal({ status, body, text }: Answered, expected: Refusal): string | undefined {
  return status === expected.status && body.error?.code === expected.code
    ? undefined
    : `should be ${expected.status} ${expected.code} and is ${status}: ${text}`;
}

/** @param reader whose records a read has to show, so that it is known to look where they are */
function flawOfSuccess(
  { id, method, successes }: Ruled,
  { status, body, text }: Answered,
  reader?: Caller,
): string | undefined {
  const results = (body?.results ?? []) as { status: number }[];
  if (!successes.includes(status) || results.some((result) => result.status >= 300)) {
    return `should succeed and is ${status}: ${text}. If the operation is new: its example, with the things of \
test/http/authorization/world.ts, has to be a request that can succeed`;
  }
  if (method !== 'GET' || reader === undefined) return undefined;
  return world.ownIn(text, reader.organization.slug, reader.environment) > 0
    ? undefined
    : `shows nothing of the caller’s: give it a record in test/http/authorization/world.ts (${id})`;
}

/** Without what is another in each answer, or was sent. */
function masked({ status, text }: Answered): string {
  return `${status} ${text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{11,14}/g, '#')}`;
}
