// Replaces what differs from run to run in an answer by the example's values, so that the two can be compared as they
// stand.
//
// Every name, code, number, message and link, and the order of keys, must be equal literally. What cannot be the
// same from run to run is replaced by a rule, and only where the example has such a value at the same position:
//
// - An id, a hash, a secret or an order number that the service makes stands for one of the real world, and one
//   real one for it, through all examples: the same id in two examples is the same thing. Those that the demo data
//   have are fixed, and compared as they stand.
// - The examples are set on the day STORY_DAY, and the demo data count from the day they are loaded. So a date, or
//   a timestamp of another day, is as far from that day as the real one is from today. What a request names is sent
//   as it stands, and comes back so.
// - A timestamp of the story's day is a moment of the run: a real one of the run, with as many digits; within
//   one example moments are equal, earlier and later as they really were.
import { expect } from 'vitest';
import { daysBack, STORY_DAY } from '../../support/story-day.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const GENERATED = [
  new RegExp(`^${UUID.source}$`),
  /^[0-9a-f]{64}$/,
  /^sha256=[0-9a-f]{64}$/,
  /^V[OT]-[0-9A-HJKMNP-TV-Z]{10}$/,
  /^whsec_[A-Za-z0-9+/]{43}=$/,
];
const DATE = /\b\d{4}-\d\d-\d\d\b/g;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** A cursor of a list in the order of time: a timestamp, and after its microseconds the row's number. */
const TIME_CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6})(\d{19})Z$/;
/** Stands for the name of a member: the data of an event, to any depth. */
const EVENT_DATA = 'the data of an event';
/** How long something took. */
const DURATIONS = ['milliseconds'];

/** What in one example stands for what in the real world: each thing has one name, and each name one thing. */
class Names {
  readonly #real = new Map<string, string>();
  readonly #shown = new Map<string, string>();

  bind(shown: string, real: string): boolean {
    const isKnown = this.#real.get(shown) === real;
    if (isKnown) return true;
    if (this.#real.has(shown) || this.#shown.has(real)) return false;
    this.#real.set(shown, real);
    this.#shown.set(real, shown);
    return true;
  }

  real(shown: string): string | undefined {
    return this.#real.get(shown);
  }

  shown(real: string): string | undefined {
    return this.#shown.get(real);
  }
}

export interface World {
  /** All of the demo data, as text: what stands there is fixed. */
  readonly demo: string;
  /** All requests of the contract's examples, as text: what they name comes back as it was sent. */
  readonly requests: string;
  /** From the story's day to the real one. */
  readonly days: number;
  /** When the run began, as a timestamp. */
  readonly since: string;
  /** Addresses of the examples, and what stands for them. */
  readonly addresses: Readonly<Record<string, string>>;
}

export class ExampleNormalizer {
  readonly #world: World;
  readonly #names = new Names();

  constructor(world: World) {
    this.#world = world;
  }

  /** Declares beforehand what an id of the examples stands for. */
  bind(shown: string, real: string): void {
    expect([shown, this.#names.bind(shown, real)]).toEqual([shown, true]);
  }

  /** A request of an example with the real ids in it. */
  real<Value>(shown: Value): Value {
    if (shown === undefined) return shown;
    return JSON.parse(JSON.stringify(shown), (_name, value) => {
      if (typeof value !== 'string') return value;
      let text = value.replaceAll(new RegExp(UUID, 'g'), (id) => this.#names.real(id) ?? id);
      // Opaque cursors have an id without its hyphens.
      text = text.replace(/[0-9a-f]{32}$/, (digits) => this.#real32(digits));
      for (const [address, other] of Object.entries(this.#world.addresses)) {
        text = text.replace(address, other);
      }
      return text;
    });
  }

  #real32(digits: string): string {
    const id = digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
    return (this.#names.real(id) ?? id).replaceAll('-', '');
  }

  /**
   * The real thing with the example's words in it wherever a rule allows them; equal to the example where it is true.
   *
   * @param own names of members that are another thing in each answer, such as `request_id`
   */
  normalize(shown: unknown, got: unknown, own: readonly string[] = []): unknown {
    const one: One = { own, names: new Names(), moments: [] };
    const normalized = this.#normalize(shown, got, one);
    expectInOrder(one.moments);
    return normalized;
  }

  #normalize(shown: unknown, got: unknown, one: One, name = ''): unknown {
    if (typeof got === 'string') return this.#normalizeText(shown, got, one, name);
    if (typeof got === 'number' && typeof shown === 'number') {
      return DURATIONS.includes(name) ? shown : got;
    }
    if (Array.isArray(got)) {
      const items = Array.isArray(shown) ? shown : [];
      return got.map((item, index) => this.#normalize(items[index], item, one));
    }
    if (typeof got !== 'object' || got === null) return got;
    const members = (typeof shown === 'object' && shown !== null ? shown : {}) as object;
    const normalized = Object.entries(got).map(([key, value]) => {
      const like = (members as Record<string, unknown>)[key];
      const isOfEvent = name === EVENT_DATA || (key === 'data' && 'type' in got);
      return [key, this.#normalize(like, value, one, isOfEvent ? EVENT_DATA : key)] as const;
    });
    return Object.fromEntries(
      name === EVENT_DATA ? inOrderOf(Object.keys(members), normalized) : normalized,
    );
  }

  #normalizeText(shown: unknown, got: string, one: One, name: string): string {
    const likely = typeof shown === 'string' ? shown : '';
    if (GENERATED.some((form) => form.test(got)))
      return this.#normalizeGenerated(likely, got, one, name);
    if (likely === got) return got;
    if (MOMENT.test(got) || TIME_CURSOR.test(got)) return this.#normalizeMoment(likely, got, one);
    let normalized = got.replaceAll(DATE, (date) =>
      this.#world.requests.includes(date) ? date : daysBack(date, this.#world.days),
    );
    normalized = normalized.replaceAll(new RegExp(UUID, 'g'), (id) => this.#names.shown(id) ?? id);
    for (const [address, other] of Object.entries(this.#world.addresses)) {
      normalized = normalized.replace(other, address);
    }
    return normalized;
  }

  #normalizeGenerated(shown: string, got: string, one: One, name: string): string {
    const { demo } = this.#world;
    if (demo.includes(got) || demo.includes(shown) || !isSameForm(shown, got)) return got;
    const names = one.own.includes(name) ? one.names : this.#names;
    return names.bind(shown, got) ? shown : (names.shown(got) ?? got);
  }

  #normalizeMoment(shown: string, got: string, one: One): string {
    const isOfRun = shown.startsWith(STORY_DAY) && shown.length === got.length;
    // What the demo data say of a day is fixed; what has no such day is of the run.
    if (!isOfRun) return daysBack(got.slice(0, 10), this.#world.days) + got.slice(10);
    if (got < this.#world.since) return got;
    one.moments.push({ shown: instantOf(shown), got: instantOf(got) });
    return shown;
  }
}

interface One {
  readonly own: readonly string[];
  readonly names: Names;
  readonly moments: { readonly shown: string; readonly got: string }[];
}

/** Comparable as text, whatever number follows it. */
const instantOf = (text: string): string => text.replace(TIME_CURSOR, '$1Z');

/** Those that are equal in the example are equal, and the earlier is earlier. */
function expectInOrder(moments: One['moments']): void {
  const inOrder = (by: 'shown' | 'got') =>
    moments.map((one) => moments.map((other) => order(one[by], other[by])));
  expect([moments, inOrder('got')]).toEqual([moments, inOrder('shown')]);
}

const order = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** PostgreSQL keeps what an event says in an order of its own. */
function inOrderOf<Entry extends readonly [string, unknown]>(
  names: readonly string[],
  entries: readonly Entry[],
): Entry[] {
  const indexOf = ([name]: Entry) => (names.includes(name) ? names.indexOf(name) : names.length);
  return entries.toSorted((one, other) => indexOf(one) - indexOf(other));
}

function isSameForm(shown: string, got: string): boolean {
  return GENERATED.some((form) => form.test(shown) && form.test(got));
}
