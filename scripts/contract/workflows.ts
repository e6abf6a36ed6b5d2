/**
 * The Arazzo documents of `openapi/workflows/`, as they are published beside the contract, and as readers see them:
 * each step in order, what is sent, what is checked and what is handed on. What is not understood throws, so that
 * no reader is shown half a step.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Contract } from './documents.ts';

/** Where they are published, seen from the page and from `openapi.json`. */
export const WORKFLOWS = 'workflows';

/** As one reads of them. */
const IN_ORDER = ['receive-reserve-ship', 'recall', 'webhook-set-up'].map(
  (name) => `${name}.arazzo.yaml`,
);

export interface WorkflowFile {
  readonly name: string;
  readonly text: string;
}

interface Arazzo {
  readonly info: { readonly title: string; readonly summary: string; readonly description: string };
  readonly workflows: readonly Workflow[];
}

interface Workflow {
  readonly workflowId: string;
  readonly summary: string;
  readonly description: string;
  readonly inputs: {
    readonly properties: Readonly<Record<string, { readonly description: string }>>;
  };
  readonly parameters: readonly Parameter[];
  readonly steps: readonly Step[];
}

interface Parameter {
  readonly in: 'header' | 'path' | 'query';
  readonly name: string;
  readonly value: unknown;
}

interface Step {
  readonly stepId: string;
  readonly description: string;
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly payload: unknown };
  readonly successCriteria: readonly Criterion[];
  readonly onFailure?: readonly Failure[];
  readonly outputs?: Readonly<Record<string, string>>;
}

interface Criterion {
  readonly condition: string;
  readonly context?: string;
  readonly type?: 'regex' | 'jsonpath';
}

type Failure = { readonly criteria: readonly Criterion[] } & (
  | { readonly type: 'end' }
  | { readonly type: 'retry'; readonly retryAfter: number; readonly retryLimit: number }
);

export async function readWorkflows(folder: string): Promise<readonly WorkflowFile[]> {
  const missing = (await readdir(folder)).filter((name) => !IN_ORDER.includes(name));
  if (missing.length > 0)
    throw new Error(`scripts/contract/workflows.ts has no place for ${missing}`);
  return Promise.all(
    IN_ORDER.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  );
}

/** In the sources they name the contract where it is generated; beside it, where it is published. */
export function publishedWorkflow({ name, text }: WorkflowFile): string {
  const published = text.replace('url: ../../generated/openapi.json', 'url: ../openapi.json');
  if (published === text) throw new Error(`${name} names no contract`);
  return published;
}

/** Markdown of one heading. */
export function describeWorkflows(files: readonly WorkflowFile[], contract: Contract): string {
  const documents = files.map(({ name, text }) => describeDocument(name, parse(text), contract));
  return `# Workflows

What this API is mostly used for, step by step: which operations in which order, what is sent, what must come of it,
and what goes from one step into a later one. \`{lot_number}\` is an input, \`{find-lot.lot_id}\` what an earlier step
has handed on. They are [Arazzo](https://spec.openapis.org/arazzo/v1.0.1.html) documents, which tools can read, and
follow on a running service. These are real calls: they move stock.

${documents.join('\n')}`;
}

function describeDocument(name: string, { info, workflows }: Arazzo, contract: Contract): string {
  const parts = workflows.map((workflow) => describeWorkflow(workflow, contract));
  return `## ${info.title}

${info.description}
As a document: [${name}](${WORKFLOWS}/${name}).

${parts.join('\n')}`;
}

function describeWorkflow(workflow: Workflow, contract: Contract): string {
  const { workflowId, summary, description, inputs, parameters, steps } = workflow;
  const given = Object.entries(inputs.properties).map(
    ([name, input]) => `- \`${name}\`: ${lowered(input.description)}\n`,
  );
  const headers = parameters.map(({ name, value }) => `\`${name}: ${filled(value)}\``);
  const described = steps.map((step, index) => describeStep(step, index + 1, contract));
  return `### ${workflowId}

${summary}

${description.trim()}

Inputs:

${given.join('')}
Every request has ${headers.join(', ')}.

${described.join('\n')}`;
}

function describeStep(step: Step, index: number, contract: Contract): string {
  const { stepId, description, operationId, successCriteria, outputs = {}, onFailure } = step;
  const notes = [
    `**Checked:** ${successCriteria.map(sayCriterion).join('; ')}.`,
    ...(onFailure ?? []).map((failure) => sayFailure(failure)),
  ];
  const handed = Object.entries(outputs).map(([name, from]) => `\`${name}\` = ${inWords(from)}`);
  if (handed.length > 0) notes.push(`**Handed on:** ${handed.join(', ')}.`);
  return `#### ${index}. ${stepId}

${description.trim()} ([${operationId}](#operation/${operationId}))

\`\`\`http
${requestOf(step, contract)}
\`\`\`

${notes.map((note) => `- ${note}\n`).join('')}`;
}

/** As it goes over the wire, but for the headers that all have. */
function requestOf(
  { operationId, parameters = [], requestBody }: Step,
  contract: Contract,
): string {
  const { method, template } = findOperation(contract, operationId);
  const among = (location: Parameter['in']) => parameters.filter((one) => one.in === location);
  let path = template;
  for (const { name, value } of among('path')) path = path.replace(`{${name}}`, filled(value));
  const query = among('query').map(({ name, value }) => `${name}=${filled(value)}`);
  const lines = [
    `${method} ${[path, ...(query.length > 0 ? [query.join('&')] : [])].join('?')}`,
    ...among('header').map(({ name, value }) => `${name}: ${filled(value)}`),
  ];
  if (requestBody) {
    lines.push('Content-Type: application/json', '');
    lines.push(JSON.stringify(deeplyFilled(requestBody.payload), null, 2));
  }
  return lines.join('\n');
}

function findOperation({ paths }: Contract, id: string): { method: string; template: string } {
  for (const [template, item] of Object.entries(paths)) {
    for (const [method, { operationId }] of Object.entries(item)) {
      if (operationId === id) return { method: method.toUpperCase(), template };
    }
  }
  throw new Error(`a workflow calls ${id}, which the contract does not have`);
}

function deeplyFilled(value: unknown): unknown {
  if (typeof value === 'string') return filled(value);
  if (Array.isArray(value)) return value.map(deeplyFilled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deeplyFilled(one)]));
}

const EXPRESSION = /^\$(?:inputs\.([\w-]+)|steps\.([\w-]+)\.outputs\.([\w-]+))$/;

/** A value with what a reader puts into it in braces. */
function filled(value: unknown): string {
  const text = String(value);
  if (text.startsWith('$')) return named(text);
  return text.replaceAll(/\{(\$[^}]+)\}/g, (_, expression: string) => named(expression));
}

function named(expression: string): string {
  const [found, input, step, output] = EXPRESSION.exec(expression) ?? [];
  if (found === undefined) throw new Error(`${expression} is not understood`);
  return `{${input ?? `${step}.${output}`}}`;
}

function sayCriterion({ condition, context, type }: Criterion): string {
  switch (type) {
    case undefined:
      return sayComparison(condition);
    case 'regex': {
      const [, number] = /^\^(-?\d+)\$$/.exec(condition) ?? [];
      const subject = inWords(String(context));
      return number === undefined
        ? `${subject} matches \`${condition}\``
        : `${subject} is \`${number}\``;
    }
    case 'jsonpath':
      return sayQuery(condition);
    default: {
      const never: never = type;
      return never;
    }
  }
}

const WORDS = { '==': 'is', '!=': 'is not' } as const;

function sayComparison(condition: string): string {
  const [, left = '', operator, right = ''] = /^(\S+) (==|!=) (.+)$/.exec(condition) ?? [];
  if (operator === undefined) throw new Error(`${condition} is not understood`);
  if (left === '$statusCode' && operator === '==') return `status ${right}`;
  return `${inWords(left)} ${WORDS[operator as keyof typeof WORDS]} ${inWords(right)}`;
}

/** The two that are asked: how many there are, and that there is none. */
function sayQuery(query: string): string {
  const [, list, count] = /^\$\[\?count\(@\.(\w+)\.\*\) == (\d+)\]$/.exec(query) ?? [];
  if (list !== undefined) return `\`${list}\` has ${count} ${count === '1' ? 'entry' : 'entries'}`;
  const [, absent] = /^\$\[\?!@\.(\w+)\]$/.exec(query) ?? [];
  if (absent !== undefined) return `there is no \`${absent}\``;
  throw new Error(`${query} is not understood`);
}

function sayFailure(failure: Failure): string {
  const criteria = failure.criteria.map(sayCriterion).join(' and ');
  if (failure.type === 'end') return `**Given up** where ${criteria}.`;
  const { retryLimit, retryAfter } = failure;
  return `**Tried again** while ${criteria}: up to ${retryLimit} times, ${retryAfter} s apart.`;
}

const POINTER = '$response.body#/';

/** A field of the answer, a value of an earlier step or a literal, as code. */
function inWords(expression: string): string {
  if (!expression.startsWith('$')) return `\`${expression}\``;
  if (!expression.startsWith(POINTER)) return `\`${named(expression)}\``;
  const path = expression.slice(POINTER.length).split('/');
  return `\`${path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1)}\``;
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
