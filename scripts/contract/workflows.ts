/**
 * The Arazzo documents of `openapi/workflows/`, as they are published next to the contract, and as readers see them:
 * a picture of the steps, then each with one line and a call that runs in a shell. What a tool checks stays in the
 * documents. What is not understood throws, so that no reader is shown half a step.
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
    readonly properties: Readonly<
      Record<string, { readonly description: string; readonly examples?: readonly string[] }>
    >;
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

type Failure =
  | { readonly type: 'end'; readonly criteria: readonly Criterion[] }
  | { readonly type: 'retry'; readonly retryAfter: number; readonly retryLimit: number };

export async function readWorkflows(folder: string): Promise<readonly WorkflowFile[]> {
  const missing = (await readdir(folder)).filter((name) => !IN_ORDER.includes(name));
  if (missing.length > 0)
    throw new Error(`scripts/contract/workflows.ts has no place for ${missing}`);
  return Promise.all(
    IN_ORDER.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  );
}

/** In the sources they name the contract where it is generated; next to it, where it is published. */
export function publishedWorkflow({ name, text }: WorkflowFile): string {
  const published = text.replace('url: ../../generated/openapi.json', 'url: ../openapi.json');
  if (published === text) throw new Error(`${name} names no contract`);
  return published;
}

/** Markdown of one heading. */
export function describeWorkflows(files: readonly WorkflowFile[], contract: Contract): string {
  const documents = files.map(({ name, text }) => describeDocument(name, parse(text), contract));
  return `# Workflows

What this API is mostly used for, step by step, as calls that run in a shell one after the other. They are real calls:
they move stock. Each workflow is an [Arazzo](https://spec.openapis.org/arazzo/v1.0.1.html) document too, which tools can
follow on a running service, and which says what they check.

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
  const { workflowId, summary, description, inputs, steps } = workflow;
  const given = Object.entries(inputs.properties).map(([name, input]) => {
    const value = name === KEY ? `vita_live_…` : input.examples?.[0];
    if (value === undefined) throw new Error(`${workflowId} has no example of its input ${name}`);
    return { variable: variableOf(name), value, words: lowered(input.description) };
  });
  const hasOutputs = steps.some((step) => usedOutputs(step, workflow).length > 0);
  const assignments = given.map(({ variable, value }) => `${variable}=${value}`);
  const described = steps.map((step, index) =>
    describeStep(step, { index: index + 1, workflow, contract }),
  );
  return `### ${workflowId}

${summary}

${description.trim()}

Begin with your own values:

\`\`\`sh
PHARMACY_URL=${contract.servers[0]?.url}
${assignments.join('\n')}${hasOutputs ? `\n${FIELD}` : ''}
\`\`\`

${given.map(({ variable, words }) => `- \`${variable}\`: ${words}\n`).join('')}
${described.join('\n')}`;
}

/** Reads a field of a JSON answer. */
const FIELD = `field() { node -pe "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }`;

interface At {
  readonly index: number;
  readonly workflow: Workflow;
  readonly contract: Contract;
}

function describeStep(step: Step, { index, workflow, contract }: At): string {
  const { stepId, description, operationId, onFailure = [] } = step;
  const said = [description.trim(), `It answers ${answerOf(step)}.`, ...onFailure.map(sayFailure)];
  return `#### ${index}. ${stepId}

${said.join(' ')} ([${operationId}](#operation/${operationId}))

\`\`\`sh
${commandOf(step, { workflow, contract })}
\`\`\`
`;
}

/** The status, and the code of a refusal. */
function answerOf({ stepId, successCriteria }: Step): string {
  const conditions = successCriteria.map(({ condition }) => condition);
  const [status] = conditions.flatMap((one) => /^\$statusCode == (\d+)$/.exec(one)?.[1] ?? []);
  if (status === undefined) throw new Error(`${stepId} says no status that is understood`);
  const code = `${POINTER}error/code == `;
  const [refused] = conditions.filter((one) => one.startsWith(code));
  return [status, ...(refused ? [refused.slice(code.length + 1, -1)] : [])]
    .map((word) => `\`${word}\``)
    .join(' ');
}

function commandOf(step: Step, { workflow, contract }: Omit<At, 'index'>): string {
  const { operationId, parameters = [], requestBody } = step;
  const { method, template } = findOperation(contract, operationId);
  const among = (location: Parameter['in']) => parameters.filter((one) => one.in === location);
  let path = template;
  for (const { name, value } of among('path')) path = path.replace(`{${name}}`, filled(value));
  const query = among('query').map(({ name, value }) => `${name}=${filled(value)}`);
  const address = [path, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
  const isPlain = method === (requestBody ? 'POST' : 'GET');
  const headers = [...workflow.parameters, ...among('header')].map(
    ({ name, value }) => `-H "${name}: ${filled(value)}"`,
  );
  const body = requestBody && JSON.stringify(deeplyFilled(requestBody.payload), null, 2);
  const outputs = usedOutputs(step, workflow);
  const lines = [
    `curl -s ${isPlain ? '' : `-X ${method} `}"$PHARMACY_URL${address}"`,
    ...headers,
    ...(body ? ["-H 'Content-Type: application/json' -d @- <<EOF"] : []),
  ].join(' \\\n  ');
  return [
    `${lines}${outputs.length > 0 ? ` | tee answer.json` : ''}`,
    ...(body ? [body, 'EOF'] : []),
    ...outputs.map(([name, from]) => `${variableOf(name)}=$(field '${from}' < answer.json)`),
  ].join('\n');
}

/** What a later request needs of the answer: the names, and where each stands. */
function usedOutputs({ stepId, outputs = {} }: Step, { steps }: Workflow): [string, string][] {
  const requests = JSON.stringify(
    steps.map(({ parameters = [], requestBody = null }) => [parameters, requestBody]),
  );
  return Object.entries(outputs)
    .filter(([name]) => requests.includes(`$steps.${stepId}.outputs.${name}"`))
    .map(([name, from]) => [name, pathOf(from)]);
}

const KEY = 'key';
const variableOf = (name: string): string =>
  name === KEY ? 'PHARMACY_KEY' : name.replaceAll('-', '_').toUpperCase();

export function findOperation(
  { paths }: Contract,
  id: string,
): { method: string; template: string } {
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

const EXPRESSION = /^\$(?:inputs\.([\w-]+)|steps\.[\w-]+\.outputs\.([\w-]+))$/;

/** A value with variables of the shell in it. */
function filled(value: unknown): string {
  const text = String(value);
  if (text.startsWith('$')) return named(text);
  return text.replaceAll(/\{(\$[^}]+)\}/g, (_, expression: string) => named(expression));
}

function named(expression: string): string {
  const [found, input, output = ''] = EXPRESSION.exec(expression) ?? [];
  if (found === undefined) throw new Error(`${expression} is not understood`);
  return `$${variableOf(input ?? output)}`;
}

function sayFailure(failure: Failure): string {
  if (failure.type === 'end') {
    return `Stop where ${failure.criteria.map(sayCriterion).join(' and ')}.`;
  }
  const { retryAfter, retryLimit } = failure;
  return `Otherwise send it again each ${retryAfter === 1 ? 'second' : `${retryAfter} seconds`}, ${retryLimit} times at most.`;
}

const WORDS = { '==': 'is', '!=': 'is not' } as const;

function sayCriterion({ condition }: Criterion): string {
  const [, left = '', operator, right = ''] = /^(\S+) (==|!=) (.+)$/.exec(condition) ?? [];
  if (operator === undefined) throw new Error(`${condition} is not understood`);
  return `\`${pathOf(left)}\` ${WORDS[operator as keyof typeof WORDS]} \`${right}\``;
}

const POINTER = '$response.body#/';

/** A field of the answer, as programs write it. */
function pathOf(expression: string): string {
  if (!expression.startsWith(POINTER)) throw new Error(`${expression} is not understood`);
  const path = expression.slice(POINTER.length).split('/');
  return path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1);
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

const WIDTH = 360;
const STEP_HEIGHT = 48;
const TOP = 40;

/** Draws the steps of each workflow as calls between two sides, by the names of the workflows. */
export function drawWorkflows(
  files: readonly WorkflowFile[],
  contract: Contract,
): ReadonlyMap<string, string> {
  const workflows = files.flatMap(({ text }) => (parse(text) as Arazzo).workflows);
  return new Map(workflows.map((workflow) => [workflow.workflowId, draw(workflow, contract)]));
}

function draw({ summary, steps }: Workflow, contract: Contract): string {
  const height = TOP + steps.length * STEP_HEIGHT + 8;
  const end = WIDTH - 12;
  const calls = steps.map(({ stepId, operationId }, index) => {
    const { method, template } = findOperation(contract, operationId);
    const y = TOP + (index + 1) * STEP_HEIGHT - 14;
    return `<text x="24" y="${y - 8}"><tspan class="step">${index + 1}. ${stepId}</tspan></text>
<path d="M12 ${y}H${end - 2}m-7 -4l7 4l-7 4"/>
<text class="call" x="24" y="${y + 14}">${method} ${template.replace('/v1', '')}</text>`;
  });
  return `<svg class="picture" role="img" aria-label="${summary}" viewBox="0 0 ${WIDTH} ${height}">
<text class="side" x="4" y="16">Your system</text><text class="side" x="${WIDTH - 4}" y="16" text-anchor="end">Pharmacy API</text>
<path class="line" d="M12 26V${height}M${end} 26V${height}"/>
${calls.join('\n')}
</svg>`;
}
