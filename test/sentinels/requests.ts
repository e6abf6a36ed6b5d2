// Every operation of the contract, called by everybody, with everything that is there. Nothing here names an
// operation that its examples can drive: a new one is driven as soon as the contract has it.
import { expect } from 'vitest';
import application from '../../generated/application.json' with { type: 'json' };
import document from '../../generated/openapi.json' with { type: 'json' };
import {
  type ContractDocument,
  type Operation,
  readOperations,
} from '../../src/http/operations.ts';
import {
  type Answered,
  type ClientOptions,
  client,
  type RequestOptions,
} from '../support/client.ts';
import { type ExampledParameter, exampleBodies, exampleParameters } from '../support/examples.ts';
import { day } from '../support/pharmacy.ts';
import { bringBackPeople, PIN } from './people.ts';
import { type Caller, IDS, pageUrl, type Stage } from './stage.ts';

const AT_ONCE = 8;
const WAIT_OPTIONS = { timeout: 60_000, interval: 100 };
/** Of each table, the newest and the oldest. */
const IDS_OF_A_TABLE = 2;

/** What is asked, and by whom. */
export interface Surface {
  readonly contract: ContractDocument;
  /** Writes before what reads their rows, and what takes rows away last. */
  readonly operations: readonly Operation[];
  callersOf(stage: Stage): readonly Caller[];
  /** Before each operation. */
  prepare(stage: Stage): Promise<void>;
}

export const PUBLIC: Surface = surfaceOf(document as unknown as ContractDocument, {
  callersOf: ({ callers }) => callers,
  prepare: async () => {},
});

const shared = new Set(PUBLIC.operations.map(({ id }) => id));

/** What the application has alone. */
export const APPLICATION: Surface = surfaceOf(application as unknown as ContractDocument, {
  isAsked: ({ id }) => !shared.has(id),
  callersOf: ({ people }) => people,
  prepare: bringBackPeople,
});

export const { operations } = PUBLIC;

function surfaceOf(
  contract: ContractDocument,
  {
    isAsked = () => true,
    ...rest
  }: Pick<Surface, 'callersOf' | 'prepare'> & { isAsked?: (operation: Operation) => boolean },
): Surface {
  const sorted = readOperations(contract)
    .filter(isAsked)
    .toSorted(
      (one, other) => rankOf(one) - rankOf(other) || other.template.length - one.template.length,
    );
  return { contract, operations: sorted, ...rest };
}

function rankOf({ method, template }: Operation): number {
  if (method === 'delete') return template.includes('{') ? 4 : 3;
  if (method === 'get') return 1;
  return template.includes('{') ? 2 : 0;
}

/** Requests next to the examples: those that bring what must not leave. */
function bringing({ sentinels }: Stage, caller: Caller): Record<string, unknown[]> {
  const isLive = caller.name.endsWith('live');
  const patient_id = isLive ? IDS.livePatient : IDS.testPatient;
  // The organization itself reads what it has written, with a live key.
  const own = (name: string) =>
    sentinels.text(
      name,
      ({ where, caller: by, status = 0, operation }) =>
        where === 'answer' &&
        status < 300 &&
        // Its people read the note in the lot's history.
        (by === 'pharmacy live' ||
          (name === 'movement note' && by === 'pharmacy person' && operation === 'getLotHistory')),
    );
  // What a caller calls a field, a refusal has to name.
  const question = sentinels.text(
    'intake question',
    ({ where, status, command = '' }) =>
      (where === 'answer' && status === 400) || command.startsWith('patient export'),
  );
  const movement = {
    sku_code: 'SEN-1',
    qty: 1,
    note: own('movement note'),
    reference: { type: 'order', id: sentinels.sent(), rx_number: own('movement rx number') },
  };
  return {
    'post /v1/inventory/movements': [
      { type: 'fulfill', ...movement },
      { type: 'receive', lot_number: 'SEN-L1', ...movement },
    ],
    'post /v1/inventory/movements/batch': [
      {
        movements: [
          { type: 'fulfill', ...movement },
          { type: 'receive', lot_number: 'SEN-L1', ...movement },
        ].map((one) => ({ idempotency_key: crypto.randomUUID(), movement: one })),
      },
    ],
    'post /v1/patients': [
      {
        first_name: 'Shown',
        last_name: sentinels.patient('patient last name'),
        date_of_birth: '1907-11-23',
        email: `${sentinels.patient('patient email')}@mail.example`,
        phone: '+12015550187',
        allergies: [sentinels.patient('patient allergies')],
        medications: [sentinels.patient('patient medications')],
        clinical_notes: sentinels.patient('patient clinical notes'),
      },
    ],
    'post /v1/intakes': [
      {
        patient_id,
        answers: {
          [question]: sentinels.patient('intake answer'),
          list: [sentinels.patient('intake list')],
        },
        consent: { accepted: true, at: new Date().toISOString() },
        requested_products: [IDS.product],
      },
    ],
    'put /v1/shop/bundles': [
      { name: 'A bundle', items: [{ platform_product_id: IDS.product, qty: 1 }] },
    ],
    'post /v1/orders': [
      {
        patient_id,
        items: [{ product_id: IDS.product, quantity: 1 }],
        external_order_id: sentinels.sent(),
        ship_to: {
          name: sentinels.address('order ship to name'),
          phone: '+12015550187',
          line1: sentinels.address('order ship to line one'),
          line2: sentinels.address('order ship to line two'),
          city: sentinels.address('order ship to city'),
          state: sentinels.address('order ship to state'),
          postal_code: sentinels.address('o'),
          country: 'DE',
        },
      },
    ],
  };
}

/** What is in the place of an example's value, by the name of its field. */
async function standIns(
  { owner, receiver }: Stage,
  caller: Caller,
): Promise<Record<string, unknown>> {
  const isLive = caller.name.endsWith('live');
  const { rows: prescriptions } = await owner.query(
    `select id from prescription where environment = $1 limit 1`,
    [isLive ? 'live' : 'test'],
  );
  const { rows: lots } = await owner.query(`select id from lot where lot_number = 'SEN-L2'`);
  const { rows: movements } = await owner.query(
    `select idempotency_key as key from movement where type = 'fulfill' limit 1`,
  );
  return {
    sku_code: 'SEN-1',
    product_id: IDS.product,
    platform_product_id: IDS.product,
    requested_products: [IDS.product],
    patient_id: isLive ? IDS.livePatient : IDS.testPatient,
    prescription_id: prescriptions[0]?.id,
    external_id: 'sen-partner',
    location: 'Main',
    lot_number: 'SEN-L1',
    lot_id: lots[0]?.id,
    ...(movements[0] && { idempotency_key: movements[0].key }),
    expiry_date: day(400),
    expiring_before: day(500),
    url: receiver.url,
    ...('key' in caller ? {} : { to: 'Annex', pin: PIN, person_id: caller.colleagueId }),
  };
}

/** With values that are there. */
function adapt(value: unknown, instead: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => adapt(item, instead));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name in instead && typeof member !== 'undefined' ? instead[name] : adapt(member, instead),
    ]),
  );
}

/** Some ids of every table, and one that no one has. */
export async function someIds({ owner }: Stage): Promise<Map<string, string[]>> {
  const { rows: tables } = await owner.query(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' order by 1`,
  );
  const ids = new Map([['nothing', [crypto.randomUUID()]]]);
  for (const { name } of tables) {
    const { rows } = await owner.query(
      `(select id from ${name} order by id desc limit ${IDS_OF_A_TABLE})
        union (select id from ${name} order by id limit ${IDS_OF_A_TABLE})`,
    );
    ids.set(
      name,
      rows.map(({ id }) => id),
    );
  }
  // What stands below an endpoint is asked for below it.
  const { rows: endpoints } = await owner.query(
    'select distinct endpoint_id as id from webhook_delivery where id = any($1::uuid[])',
    [ids.get('webhook_delivery')],
  );
  ids.set(
    'endpoints of deliveries',
    endpoints.map(({ id }) => id),
  );
  return ids;
}

/** Looks at all of an answer. */
export async function ask(
  stage: Stage,
  {
    caller,
    operation,
    path,
    options,
  }: {
    caller: Caller | undefined;
    operation: Operation;
    path: string;
    options: RequestOptions;
  },
): Promise<Answered> {
  const credentials = credentialsOf(operation, caller);
  const url = credentials.cookies ? pageUrl(stage.server.url) : stage.server.url;
  const api = client({ url, ...credentials });
  const answered = await api.request(operation.method.toUpperCase(), path, options);
  const { status, headers, text } = answered;
  stage.sentinels.look(
    { where: 'answer', caller: caller?.name ?? 'nobody', operation: operation.id, status },
    `${JSON.stringify([...headers])} ${text}`,
  );
  if (typeof answered.body?.secret === 'string') {
    const bytes = Buffer.from(answered.body.secret.slice('whsec_'.length), 'base64');
    stage.sentinels.learn('the bytes of a webhook secret', bytes);
  }
  return answered;
}

/** A person's cookies, or a key; no one has an empty jar where the application is asked. */
function credentialsOf(
  { id }: Operation,
  caller: Caller | undefined,
): Pick<ClientOptions, 'key' | 'cookies'> {
  if (caller !== undefined)
    return 'key' in caller ? { key: caller.key } : { cookies: caller.cookies };
  return shared.has(id) ? {} : { cookies: {} };
}

interface Asked {
  readonly path: string;
  readonly options: RequestOptions;
}

/** Calls each operation with all keys. Returns those that were answered with a success. */
export async function driveAll(
  stage: Stage,
  only: (operation: Operation) => boolean = () => true,
  surface: Surface = PUBLIC,
): Promise<Set<string>> {
  const succeeded = new Set<string>();
  for (const operation of surface.operations.filter(only)) {
    if (rankOf(operation) > 0) await firstDelivery(stage);
    await surface.prepare(stage);
    const ids = await someIds(stage);
    const calls: (() => Promise<void>)[] = [];
    for (const caller of surface.callersOf(stage)) {
      const asked = { surface, operation, caller, ids };
      for (const { path, options } of await requestsOf(stage, asked)) {
        calls.push(async () => {
          const { status } = await ask(stage, { caller, operation, path, options });
          if (status < 300) succeeded.add(operation.id);
        });
      }
    }
    await inTurn(calls);
  }
  return succeeded;
}

/** Events are on their way for a moment. */
async function firstDelivery({ owner }: Stage): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await owner.query(
        `select from webhook_delivery where status <> 'pending' limit 1`,
      );
      return rows.length;
    }, WAIT_OPTIONS)
    .toBe(1);
}

export async function inTurn(calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    await Promise.all(calls.slice(at, at + AT_ONCE).map((call) => call()));
  }
}

export async function requestsOf(
  stage: Stage,
  {
    surface: { contract },
    operation,
    caller,
    ids,
  }: { surface: Surface; operation: Operation; caller: Caller; ids: Map<string, string[]> },
): Promise<Asked[]> {
  const { method, template } = operation;
  const instead = await standIns(stage, caller);
  const textOf = ({ name, value }: ExampledParameter) => String(instead[name] ?? value);
  // The client names the person itself, by the session that it has.
  const parameters = exampleParameters(contract, template, method).filter(
    ({ name }) => name !== 'Pharmacy-Person',
  );
  const everyId = [...ids.values()].flat();
  /** The values to try; an id may be that of anything. */
  const valuesOf = (parameter: ExampledParameter): string[] =>
    parameter.name === 'id'
      ? everyId
      : parameter.name.endsWith('_id') && parameter.in === 'path' && !(parameter.name in instead)
        ? (ids.get(tableOf(parameter.name, ids)) ?? everyId)
        : [textOf(parameter)];

  let required: { path: string; query: Record<string, string>; headers: Record<string, string> }[] =
    [{ path: template, query: {}, headers: {} }];
  for (const parameter of parameters.filter((one) => one.in === 'path' || one.required)) {
    const { name, in: location } = parameter;
    required = required.flatMap((one) =>
      valuesOf(parameter).map((value) => ({
        path:
          location === 'path' ? one.path.replace(`{${name}}`, encodeURIComponent(value)) : one.path,
        query: location === 'query' ? { ...one.query, [name]: value } : one.query,
        headers: location === 'header' ? { ...one.headers, [name]: value } : one.headers,
      })),
    );
  }
  const bodies: unknown[] = [
    ...(bringing(stage, caller)[`${method} ${template}`] ?? []),
    ...exampleBodies(contract, template, method).map((body) => adapt(body, instead)),
  ];
  const optional = parameters
    .filter((one) => one.in === 'query' && !one.required)
    .map((one) => ({ [one.name]: textOf(one) }));
  const hasKey = parameters.some(({ name }) => name === 'Idempotency-Key');
  return required.flatMap(({ path, query, headers }) =>
    [{}, ...optional].flatMap((more) =>
      (bodies.length > 0 ? bodies : [undefined]).map((body) => ({
        path,
        options: {
          query: { ...query, ...more },
          headers: { ...headers, ...(hasKey && { 'Idempotency-Key': crypto.randomUUID() }) },
          ...(body !== undefined && { body }),
        },
      })),
    ),
  );
}

/** `webhook_delivery` for `delivery_id`. */
function tableOf(name: string, ids: Map<string, string[]>): string {
  const noun = name.slice(0, -'_id'.length);
  return [...ids.keys()].find((table) => table === noun || table.endsWith(`_${noun}`)) ?? '';
}
