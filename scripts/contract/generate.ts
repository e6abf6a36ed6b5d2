/**
 * Writes everything that follows from the contract and the database schema:
 *
 * - generated/openapi.json, the operations as one document
 * - generated/openapi-3.0.json, the same for tools that know no later version of OpenAPI
 * - generated/webhooks.json, the events as another
 * - generated/openapi.d.ts, the types of both as a handler meets them
 * - generated/application.json and generated/application.d.ts, the same of the application's contract
 * - generated/contract.ts, those of its lists that are needed at run time
 * - generated/prisma, the database client of an operator's commands
 *
 * All of it is committed; build.ts makes the rest. The tree is built next to the old one and then takes its place, so
 * that a file that nothing produces any more does not linger. The same sources give the same bytes.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { root } from '../../kit/root.ts';
import { type ApplicationContract, composeApplication, withPerson } from './application.ts';
import { clientSchema } from './client-schema.ts';
import { type Contract, describe, part } from './documents.ts';
import { asOpenapi30 } from './openapi-3-0.ts';

const run = promisify(execFile);
const resolve = createRequire(import.meta.url).resolve;

/** What generate() owns below its output directory. */
export const generatedNames = [
  'openapi.json',
  'openapi-3.0.json',
  'webhooks.json',
  'openapi.d.ts',
  'application.json',
  'application.d.ts',
  'contract.ts',
  'prisma',
] as const;

export async function generate(outputDirectory: string): Promise<void> {
  const workshop = await mkdtemp(join(tmpdir(), 'generate-'));
  try {
    const built = join(workshop, 'generated');
    await mkdir(built);
    const contract = await bundle<Contract>(
      'openapi/openapi.yaml',
      join(workshop, 'contract.json'),
    );
    describe(contract);
    const { operations, events } = part(contract);
    await writeDocument(join(built, 'openapi.json'), operations);
    const older = JSON.stringify(asOpenapi30(operations));
    await writeFile(join(built, 'openapi-3.0.json'), `${older}\n`);
    await writeDocument(join(built, 'webhooks.json'), events);
    await writeTypes(contract, join(built, 'openapi.d.ts'), ['paths', 'webhooks']);
    const application = composeApplication(
      await bundle('openapi/application.yaml', join(workshop, 'application.json')),
      contract,
    );
    await writeDocument(join(built, 'application.json'), withPerson(application));
    await writeTypes(application, join(built, 'application.d.ts'));
    await writeLists({ contract, events, application }, join(built, 'contract.ts'));
    await generateClient(workshop);
    await takePlace(built, outputDirectory);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

async function bundle<Document>(source: string, output: string): Promise<Document> {
  const redocly = join(dirname(resolve('@redocly/cli/package.json')), 'bin/cli.js');
  await run(process.execPath, [redocly, 'bundle', source, '--output', output], {
    cwd: root,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  return JSON.parse(await readFile(output, 'utf8')) as Document;
}

function writeDocument(output: string, document: object): Promise<void> {
  return writeFile(output, `${JSON.stringify(document, null, 2)}\n`);
}

async function writeLists(
  {
    contract,
    events,
    application,
  }: { contract: Contract; events: object; application: ApplicationContract },
  output: string,
): Promise<void> {
  const { components } = contract;
  const lists = {
    SCOPES: Object.keys(components.securitySchemes.apiKey['x-scopes']),
    ERROR_CODES: components.schemas.ErrorCode['x-extensible-enum'],
    CODE_TYPES: components.schemas.ScanResult.properties.code_type['x-extensible-enum'],
    APPLICATION_SCOPES: Object.keys(application.components.securitySchemes.session['x-scopes']),
    APPLICATION_ERROR_CODES: application['x-error-codes'],
    OPEN_OPERATIONS: openOperationsOf(application),
  };
  const declarations = Object.entries(lists).map(
    ([name, values]) =>
      `export const ${name} = [\n${values.map((value) => `  '${value}',\n`).join('')}] as const;\n`,
  );
  const batches = batchesOf(contract).map(([id, of]) => `  ${id}: '${of}',\n`);
  declarations.push(`export const BATCHES = {\n${batches.join('')}} as const;\n`);
  const examples = JSON.stringify(exampleDataOf(events as EventsDocument), null, 2);
  declarations.push(`export const EVENT_EXAMPLES = ${examples} as const;\n`);
  await writeFile(
    output,
    `/* Written by scripts/contract/generate.ts from openapi/. Not for editing. */\n\n${declarations.join('\n')}`,
  );
}

interface EventsDocument {
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly requestBody: EventContent } }>
  >;
}

interface EventContent {
  readonly content: {
    readonly 'application/json': {
      readonly examples: { readonly event: { readonly value: { readonly data: object } } };
    };
  };
}

/** What the example of each kind of event says. */
function exampleDataOf({ webhooks }: EventsDocument): Record<string, object> {
  return Object.fromEntries(
    Object.entries(webhooks).map(([type, { post }]) => [
      type,
      post.requestBody.content['application/json'].examples.event.value.data,
    ]),
  );
}

/** Operations that need no session. */
function openOperationsOf({ paths }: ApplicationContract): string[] {
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, 'x-open': isOpen }) =>
      operationId !== undefined && isOpen === true ? [operationId] : [],
    );
}

/** Operations whose body holds many requests of another. */
function batchesOf({ paths }: Contract): [id: string, of: string][] {
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, 'x-batch-of': batch }) =>
      operationId === undefined || batch === undefined ? [] : [[operationId, batch.operationId]],
    );
}

/**
 * Types alone: what their comments would say is in the document.
 *
 * @param unused interfaces of openapi-typescript that nothing imports
 */
async function writeTypes(
  contract: object,
  output: string,
  unused: readonly string[] = [],
): Promise<void> {
  const all = await openapiTypescript(presentWhereDefaulted(contract), {
    silent: true,
    defaultNonNullable: false,
  });
  const nodes = all.filter(
    (node) => !(ts.isInterfaceDeclaration(node) && unused.includes(node.name.text)),
  );
  const types = astToString(nodes).replaceAll(/^ *\/\*\*(?:[^*]|\*(?!\/))*\*\/\n/gm, '');
  await writeFile(
    output,
    `/* Written by scripts/contract/generate.ts from openapi/. Not for editing. */\n${types}`,
  );
}

/**
 * Validation fills in defaults before a handler runs. So for the handlers' types a parameter or a
 * request field with a default is there, which the contract, written for callers, must not say.
 */
function presentWhereDefaulted(contract: object): OpenAPI3 {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const copy: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(node)) copy[name] = visit(value);
    if (copy.in === 'query' && hasDefault(copy.schema)) copy.required = true;
    if (typeof copy.properties === 'object' && copy.properties !== null) {
      const defaulted = Object.entries(copy.properties)
        .filter(([, schema]) => hasDefault(schema))
        .map(([name]) => name);
      const required = Array.isArray(copy.required) ? copy.required : [];
      if (defaulted.length > 0) copy.required = [...new Set([...required, ...defaulted])];
    }
    return copy;
  };
  return visit(contract) as OpenAPI3;
}

function hasDefault(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'default' in schema;
}

/** The client's files name its schema by relative paths, so the workshop mirrors the repository. */
async function generateClient(workshop: string): Promise<void> {
  const schema = join(root, 'prisma/schema.prisma');
  if (!(await exists(schema))) return;
  const copy = join(workshop, 'prisma/schema.prisma');
  await mkdir(dirname(copy));
  await writeFile(copy, clientSchema(await readFile(schema, 'utf8')));
  const prisma = join(dirname(resolve('prisma/package.json')), 'build/index.js');
  await run(process.execPath, [prisma, 'generate', '--schema', copy, '--no-hints'], {
    cwd: root,
    env: {
      ...process.env,
      // Asked for but not used: the engine comes from outside the registry, any program will do.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: 'true',
      CHECKPOINT_DISABLE: '1',
    },
  });
}

async function takePlace(built: string, outputDirectory: string): Promise<void> {
  await mkdir(outputDirectory, { recursive: true });
  for (const name of generatedNames) {
    const target = join(outputDirectory, name);
    await rm(target, { recursive: true, force: true });
    if (!(await exists(join(built, name)))) continue;
    await moveTree(join(built, name), target);
  }
}

async function moveTree(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    // The temporary directory may lie on another device.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

if (import.meta.main) await generate(process.argv[2] ?? join(root, 'generated'));
