// What Schemathesis found, from the lines of JSON that it writes: each answer that failed a check, also where it
// shows only the first of many.
import { readFileSync } from 'node:fs';
import type { Operation } from '../../../src/http/operations.ts';

export interface Complaint {
  /** Of Schemathesis, `negative_data_rejection` for example. */
  readonly check: string;
  /** What it says, in its first line. */
  readonly says: string;
  /** Empty where the address is in no path of the contract. */
  readonly operationId: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** What was sent; empty where nothing was. */
  readonly sent: string;
  readonly status: number;
  readonly body: unknown;
  readonly error:
    | {
        readonly code: string;
        readonly message: string;
        readonly details?: readonly { readonly path: string; readonly message: string }[];
      }
    | undefined;
}

export interface Report {
  /** Whether it came to its end. */
  readonly isWhole: boolean;
  readonly cases: number;
  /** By operationId. */
  readonly asked: ReadonlySet<string>;
  /** Those that were answered with a success. */
  readonly succeeded: ReadonlySet<string>;
  readonly complaints: readonly Complaint[];
}

interface Encoded {
  readonly $base64?: string;
}

interface Interaction {
  readonly request: {
    readonly method: string;
    readonly uri: string;
    readonly body?: Encoded | null;
  };
  readonly response?: { readonly status_code: number; readonly content?: Encoded | null } | null;
}

interface Check {
  readonly name: string;
  readonly status: string;
  readonly failure_info?: { readonly failure?: { readonly message?: string } } | null;
}

interface Line {
  readonly ScenarioFinished?: {
    readonly recorder?: {
      readonly checks?: Readonly<Record<string, readonly Check[]>>;
      readonly interactions?: Readonly<Record<string, Interaction>>;
    };
  };
  readonly EngineFinished?: object;
}

export function readReport(file: string, operations: readonly Operation[]): Report {
  const asked = new Set<string>();
  const succeeded = new Set<string>();
  const complaints: Complaint[] = [];
  let cases = 0;
  let isWhole = false;
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    if (text === '') continue;
    const line = JSON.parse(text) as Line;
    if (line.EngineFinished) isWhole = true;
    const { checks = {}, interactions = {} } = line.ScenarioFinished?.recorder ?? {};
    for (const [id, interaction] of Object.entries(interactions)) {
      if (!interaction.response) continue;
      cases += 1;
      const answered = readInteraction(interaction, operations);
      asked.add(answered.operationId);
      if (answered.status < 300) succeeded.add(answered.operationId);
      for (const { name, status, failure_info } of checks[id] ?? []) {
        if (status !== 'failure') continue;
        const says = failure_info?.failure?.message?.split('\n', 1)[0] ?? '';
        complaints.push({ check: name, says, ...answered });
      }
    }
  }
  return { isWhole, cases, asked, succeeded, complaints };
}

function readInteraction(
  { request, response }: Interaction,
  operations: readonly Operation[],
): Omit<Complaint, 'check' | 'says'> {
  const { pathname, search } = new URL(request.uri);
  const method = request.method.toLowerCase();
  const operation = operations.find(
    (one) => one.method === method && patternOf(one).test(pathname),
  );
  const body = parsed(decoded(response?.content));
  const { error } = (body ?? {}) as { error?: Complaint['error'] | string };
  return {
    operationId: operation?.id ?? '',
    method: request.method,
    path: pathname + search,
    sent: decoded(request.body),
    status: response?.status_code ?? 0,
    body,
    error: typeof error === 'object' ? error : undefined,
  };
}

function patternOf({ route }: Operation): RegExp {
  return new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
}

function decoded(encoded: Encoded | null | undefined): string {
  return Buffer.from(encoded?.$base64 ?? '', 'base64').toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
