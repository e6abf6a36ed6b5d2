// What was planted, where it may be all the same, and where it was found.
import { randomBytes } from 'node:crypto';
import { findHidden, hiddenCents, hiddenText, markPattern } from '../support/sentinels.ts';

/** Where a text came from. */
export interface Source {
  readonly where:
    | 'answer'
    | 'log'
    | 'metrics'
    | 'database log'
    | 'event'
    | 'delivery'
    | 'command'
    | 'error';
  /** Of an answer: whose key, `pharmacy live` for example. */
  readonly caller?: string;
  readonly operation?: string;
  readonly status?: number;
  /** Of the operator, by its words. */
  readonly command?: string;
}

type Rule = (source: Source) => boolean;

const never: Rule = () => false;
const SHOWN_MARK = 'zqxshowq';
const SENT_MARK = 'zqxsentq';
/** No one else in the test was born on that day, and no one else has that number. */
export const BIRTHDAY = '1907-11-23';
export const PHONE = '+12015550187';

/** Operations that tell people which location or lot it is that they typed and that is not there. */
const NAMING_BACK =
  /^(receiveStock|adjustStock|wasteStock|transferStock|previewLotStatus|setLotStatus|setLotExpiry|recordTemperature)$/;

/**
 * What a caller has sent may come back to him in what it made, and nowhere in a refusal but one to a person who
 * mistyped a name.
 */
const sentRule: Rule = ({ where, caller, operation = '', status = 0 }) =>
  (where === 'answer' &&
    caller === 'pharmacy person' &&
    status === 404 &&
    NAMING_BACK.test(operation)) ||
  where === 'event' ||
  where === 'delivery' ||
  where === 'command' ||
  (where === 'answer' && status < 400);

export class Sentinels {
  readonly #rules = new Map<string, Rule>();
  readonly #names = new Map<string, string>();
  /** Hex and base64 of bytes that the service made itself. */
  readonly #bytes = new Map<string, { readonly name: string; readonly rule: Rule }>();
  readonly #leaks = new Set<string>();
  readonly #found = new Set<string>();

  constructor() {
    this.#rules.set(
      'webhook secret',
      ({ where, operation, status = 0 }) =>
        where === 'answer' &&
        status < 300 &&
        /^(createWebhook|rotateWebhookSecret)$/.test(operation ?? ''),
    );
    this.#rules.set(
      'API key',
      ({ where, command = '' }) => where === 'command' && /^key (issue|rotate)/.test(command),
    );
    this.#rules.set('patient date_of_birth', exportRule);
    this.#rules.set('patient phone', addressRule);
    this.#rules.set('sent', sentRule);
  }

  /** A text that may be nowhere, or where its rule says. The same name gives the same text. */
  text(name: string, rule: Rule = never): string {
    const letters = name.replaceAll(/[^a-z]/g, '');
    const known = this.#names.get(letters);
    if (known !== undefined) return known;
    const text =
      rule === never
        ? hiddenText(letters)
        : `${SHOWN_MARK}${letters}x${randomBytes(5).toString('hex')}`;
    this.#names.set(letters, text);
    this.#rules.set(text, rule);
    return text;
  }

  /** Of a patient: the one command that is there to tell it may. */
  patient(name: string): string {
    const text = this.text(name);
    this.#rules.set(text, exportRule);
    return text;
  }

  /** Where an order goes: who packs it reads that too. */
  address(name: string): string {
    const text = this.patient(name);
    this.#rules.set(text, addressRule);
    return text;
  }

  /** Of somebody who works here: colleagues read it, and the operator who lists people. */
  person(name: string): string {
    return this.text(name, staffRule);
  }

  /** Of a passkey: the person's own browser gets those that it has already. */
  credential(name: string): string {
    return this.text(name, credentialRule);
  }

  cents(): number {
    const cents = hiddenCents();
    this.#rules.set(String(cents), never);
    return cents;
  }

  /** A text that a caller sends, which no refusal, no log line and no metric quotes. */
  sent(): string {
    return `${SENT_MARK}sentx${randomBytes(5).toString('hex')}`;
  }

  learn(name: string, bytes: Buffer, rule: Rule = never): void {
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      this.#bytes.set(bytes.toString(encoding), { name, rule });
    }
  }

  /** Keeps what is in the text and may not. */
  look(source: Source, text: string): void {
    for (const { name, rule } of this.#findings(text)) {
      this.#found.add(name);
      if (!rule(source)) this.#leaks.add(`${describe(source)}: ${name}`);
    }
  }

  /** The places where something stood that may not, and what. */
  get leaks(): string[] {
    return [...this.#leaks].sort();
  }

  /** Texts that may be somewhere and were met nowhere: then the search has not looked, or nothing was asked. */
  neverFound(): string[] {
    return [...this.#rules]
      .filter(([name, rule]) => rule !== never && rule !== exportRule && !this.#found.has(name))
      .map(([name]) => name);
  }

  /** Whether a text that is kept holds one of them. */
  holds(text: string): boolean {
    return [...this.#findings(text)].length > 0;
  }

  *#findings(text: string): Iterable<{ name: string; rule: Rule }> {
    for (const [name, pattern] of PATTERNS) {
      for (const [found] of text.matchAll(pattern)) {
        const exact = found.toLowerCase();
        const fixed = this.#rules.get(name);
        yield { name: fixed ? name : exact, rule: fixed ?? this.#rules.get(exact) ?? never };
      }
    }
    for (const hidden of findHidden(text)) {
      if (hidden.startsWith('vita_')) continue;
      const exact = hidden.toLowerCase();
      yield { name: exact, rule: this.#rules.get(exact) ?? never };
    }
    if (this.#bytes.size === 0) return;
    for (const [run] of text.matchAll(/[0-9a-f]{32,}|[0-9A-Za-z+/_-]{20,}={0,2}/g)) {
      const known = this.#bytes.get(run);
      if (known !== undefined) yield known;
    }
  }
}

const exportRule: Rule = ({ where, command = '' }) =>
  where === 'command' && command.startsWith('patient export');

const byPerson = ({ where, caller, status = 0 }: Source) =>
  where === 'answer' && caller === 'pharmacy person' && status < 300;

/** The operator, whoever packs the order, and who calls after a recall. */
const addressRule: Rule = (source) =>
  exportRule(source) ||
  (source.where === 'command' && source.command === 'order show') ||
  (byPerson(source) && /^get(PackingOrder|RecallCalls)$/.test(source.operation ?? ''));

/** Operations that name who works here to their colleagues. */
const NAMING =
  /^(getSession|signInWithLink|signInWithPin|lockSession|unlockSession|beginPasskeyRegistration|listPeople|listTerminalPeople|listWitnesses|listActivity)$/;

const staffRule: Rule = (source) =>
  (byPerson(source) && NAMING.test(source.operation ?? '')) ||
  (source.where === 'command' && (source.command ?? '').startsWith('person '));

const credentialRule: Rule = (source) =>
  byPerson(source) && source.operation === 'beginPasskeyRegistration';

const PATTERNS: readonly [name: string, pattern: RegExp][] = [
  ['shown', markPattern(SHOWN_MARK)],
  ['sent', markPattern(SENT_MARK)],
  ['patient date_of_birth', /1907-?11-?23/g],
  ['patient phone', /201\D{0,2}555\D?0187/g],
  ['webhook secret', /whsec_[0-9A-Za-z+/]{40,}={0,2}/g],
  ['API key', /vita_(?:live|test)_[0-9A-Za-z]{38}/g],
];

function describe({ where, caller, operation, status, command }: Source): string {
  return [where, caller, operation, status, command].filter((part) => part !== undefined).join(' ');
}
