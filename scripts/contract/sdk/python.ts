/**
 * The Python package: the hand-written modules of sdk/python, and three that follow from the contract. Python is
 * not needed to make it.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../kit/root.ts';
import {
  keyShape,
  type MethodShape,
  methodsOf,
  operationRows,
  type Schema,
  type SdkContract,
} from './contract.ts';
import { withMethods } from './readme.ts';
import { argument, isKeyword, snake } from './snake.ts';

export const PYTHON_PACKAGE = 'pharmacy_platform';

/**
 * Writes what a wheel holds into `output`.
 *
 * @param sources `sdk/python`
 */
export async function buildPython(
  contract: SdkContract,
  { sources, output }: { sources: string; output: string },
): Promise<void> {
  const { version } = contract.info;
  const folder = join(output, PYTHON_PACKAGE);
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  await cp(join(sources, PYTHON_PACKAGE), folder, {
    recursive: true,
    filter: (path) => !/__pycache__|\.pyc$/.test(path),
  });
  await writeFile(join(folder, 'types.py'), typesModule(contract));
  await writeFile(join(folder, '_operations.py'), operationsModule(contract));
  await writeFile(join(folder, '_methods.py'), methodsModule(contract));
  const readme = await readFile(join(sources, 'README.md'), 'utf8');
  const info = join(output, `${PYTHON_PACKAGE}-${version}.dist-info`);
  await mkdir(info);
  await writeFile(
    join(info, 'METADATA'),
    `Metadata-Version: 2.1
Name: ${PYTHON_PACKAGE}
Version: ${version}
Summary: Client of the Pharmacy Platform Public API: typed calls, async too, retries, pages, errors and webhooks
License-File: LICENSE
Requires-Python: >=3.11
Requires-Dist: httpx (>=0.28.1,<1)
Description-Content-Type: text/markdown

${withMethods(readme, contract, snake)}`,
  );
  await cp(join(root, 'sdk/LICENSE'), join(info, 'LICENSE'));
  await writeFile(
    join(info, 'WHEEL'),
    'Wheel-Version: 1.0\nGenerator: pharmacy-platform\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  );
}

const WRITTEN = '"""Written from the contract. Not for editing."""\n\n';

function operationsModule(contract: SdkContract): string {
  const rows = operationRows(contract).map(([id, { method, path, repeat, page, batch }]) => {
    const pages = page && `(${text(page.items)}, ${text(page.cursor)}, ${page.limitMax})`;
    const items = batch && `(${text(batch.items)}, ${text(batch.key)})`;
    return `    ${text(snake(id))}: Operation(${text(method)}, ${text(path)}, ${text(repeat)}, ${pages ?? 'None'}, ${items ?? 'None'}),\n`;
  });
  const { one, lengthMin, lengthMax } = keyShape(contract);
  return `${WRITTEN}from typing import NamedTuple, Optional

VERSION = ${text(contract.info.version)}

PRODUCTION_URL = ${text(contract.servers[0]?.url ?? '')}

#: What an \`Idempotency-Key\` looks like.
KEY_PATTERN = r"${one}{${lengthMin},${lengthMax}}"


class Operation(NamedTuple):
    method: str
    path: str
    #: Whether it may be sent again when no one knows what came of it.
    repeat: str
    #: Of a list with pages: the items, the cursor's name, the most that come in one.
    page: Optional[tuple[str, str, int]]
    #: Of many requests in one: where they are, and where in each its key is.
    batch: Optional[tuple[str, str]]


OPERATIONS = {
${rows.join('')}}
`;
}

/** Each schema as Python has it: objects as TypedDict, so that answers are what JSON says and may hold more. */
function typesModule(contract: SdkContract): string {
  const known = Object.entries(contract.webhooks).map(([, one]) => {
    const { $ref = '' } = (one as Webhook).post.requestBody.content['application/json'].schema;
    return lastOf($ref);
  });
  const inFeed = known.filter((name) => name !== 'WebhookTestEvent');
  const schemas = Object.entries(contract.components.schemas)
    .filter(([name]) => name !== 'Event')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const classes = schemas.filter(([, { properties }]) => properties !== undefined);
  const aliases = schemas.filter(([, { properties }]) => properties === undefined);
  // An alias is read when the module is, so those that name classes come behind them.
  const isPlain = ([, schema]: [string, Schema]) => !JSON.stringify(schema).includes('"$ref"');
  const alias = ([name, schema]: [string, Schema]) =>
    `${name}: TypeAlias = ${text(typeOf(contract, schema))}\n${docstring(schema.description, '')}\n`;
  const names = [...schemas.map(([name]) => name), 'FeedEvent', 'UnknownEvent', 'WebhookEvent'];
  return `${WRITTEN}from __future__ import annotations

from typing import Any, Literal, NotRequired, Optional, TypeAlias, TypedDict, Union

${aliases.filter(isPlain).map(alias).join('')}
${classes.map(([name, schema]) => classOf(contract, name, schema)).join('\n')}

class UnknownEvent(TypedDict):
    """An event of a kind that was added after this version: ignore it, or read \`data\` yourself. The type stands, for
    type checkers alone, for every word that is not known yet."""

    id: Uuid
    type: Literal["(added later)"]
    created_at: Timestamp
    data: dict[str, Any]


${aliases
  .filter((one) => !isPlain(one))
  .map(alias)
  .join('')}
FeedEvent: TypeAlias = ${text(`Union[${[...inFeed, 'UnknownEvent'].join(', ')}]`)}
"""What stands in the feed. Compare \`type\`, and \`data\` is typed; leave room for a kind that is new."""

WebhookEvent: TypeAlias = ${text(`Union[${[...known, 'UnknownEvent'].join(', ')}]`)}
"""What a webhook delivers: all that stands in the feed, and \`webhook.test\`."""

__all__ = [
${names
  .sort()
  .map((name) => `    ${text(name)},\n`)
  .join('')}]
`;
}

interface Webhook {
  post: { requestBody: { content: { 'application/json': { schema: Schema } } } };
}

function classOf(contract: SdkContract, name: string, schema: Schema): string {
  const { properties = {}, required = [], description } = schema;
  const made = madeKeys(contract, name);
  const fields = Object.entries(properties).map(([key, field]) => {
    const type = typeOf(contract, field);
    const isNeeded = required.includes(key) && !made.includes(key);
    return { key, type: isNeeded ? type : `NotRequired[${type}]`, words: field.description };
  });
  if (fields.some(({ key }) => isKeyword(key))) {
    const entries = fields.map(({ key, type }) => `    ${text(key)}: ${text(type)},\n`);
    return `\n${name} = TypedDict(${text(name)}, {\n${entries.join('')}})\n${docstring(description, '')}`;
  }
  const lines = fields.map(
    ({ key, type, words }) => `    ${key}: ${type}\n${docstring(words, '    ')}`,
  );
  return `\nclass ${name}(TypedDict):\n${docstring(description, '    ')}\n${lines.join('')}`;
}

/** The client makes the key of an item of a batch that is left out. */
function madeKeys(contract: SdkContract, name: string): string[] {
  return methodsOf(contract).flatMap(({ body, batch }) => {
    const { properties } = contract.components.schemas[lastOf(body?.schema.$ref ?? '')] ?? {};
    const item = batch && properties?.[batch.items]?.items?.$ref;
    return batch !== undefined && lastOf(item ?? '') === name ? [batch.key] : [];
  });
}

function typeOf(contract: SdkContract, schema: Schema): string {
  const { $ref, enum: values, const: only, anyOf, else: otherwise } = schema;
  if ($ref !== undefined) return referred(contract, lastOf($ref));
  if (only !== undefined) return `Literal[${literal(only)}]`;
  if (anyOf !== undefined) return `Union[${anyOf.map((one) => typeOf(contract, one)).join(', ')}]`;
  if (schema.type === undefined && otherwise !== undefined) return typeOf(contract, otherwise);
  const types = [schema.type ?? []].flat();
  const known = schema['x-extensible-enum'] ?? values;
  const plain = types.filter((type) => type !== 'null');
  if (plain.length === 0) return 'Any';
  const written = plain.map((type) => {
    if (known === undefined) return plainType(contract, type, schema);
    const words = `Literal[${known
      .filter((value) => value !== null)
      .map(literal)
      .join(', ')}]`;
    return values === undefined ? `Union[${words}, str]` : words;
  });
  const whole = written.length === 1 ? (written[0] ?? '') : `Union[${written.join(', ')}]`;
  return types.includes('null') ? `Optional[${whole}]` : whole;
}

function referred(contract: SdkContract, name: string): string {
  // The feed's events are distinguished by their type.
  if (name === 'Event') return 'FeedEvent';
  const { properties, type } = contract.components.schemas[name] ?? {};
  // A class cannot be None itself, as an alias can.
  return properties !== undefined && type?.includes('null') ? `Optional[${name}]` : name;
}

function plainType(
  contract: SdkContract,
  type: string,
  { items, additionalProperties }: Schema,
): string {
  if (type === 'array') return `list[${items ? typeOf(contract, items) : 'Any'}]`;
  if (type === 'object') {
    const values =
      typeof additionalProperties === 'object' ? typeOf(contract, additionalProperties) : 'Any';
    return `dict[str, ${values}]`;
  }
  return { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }[type] ?? 'Any';
}

function methodsModule(contract: SdkContract): string {
  const all = methodsOf(contract);
  const lists = all.filter(({ page }) => page !== undefined);
  const kinds = [
    { prefix: '', word: 'def', wait: '', iterator: 'Iterator' },
    { prefix: 'Async', word: 'async def', wait: 'await ', iterator: 'AsyncIterator' },
  ];
  const classes = kinds.map(({ prefix, word, wait, iterator }) => {
    const methods = all.map((one) => {
      const given = [`"${snake(one.id)}"`, pathOf(one), queryOf(one)];
      if (one.body !== undefined) given.push('body');
      if (one.takesKey) given.push('idempotency_key=idempotency_key');
      const type = resultOf(contract, one);
      const words = `${one.summary}.\n\n${one.description.trim()}\n\n${raisesOf(one)}`;
      return `    ${word} ${snake(one.id)}(self${parametersOf(contract, one)}) -> ${type}:
${docstring(words, '        ')}        answer: ${type} = ${wait}self._call(${given.join(', ')})
        return answer
`;
    });
    const lists_ = (
      name: string,
      via: string,
      type: (contract: SdkContract, one: MethodShape) => string,
    ) => `
class ${prefix}${name}:
    def __init__(self, client: ${prefix}Methods) -> None:
        self._client = client

${lists
  .map(
    (
      one,
    ) => `    def ${snake(one.id)}(self${parametersOf(contract, one)}) -> ${iterator}[${type(contract, one)}]:
        """${one.summary}."""
        return self._client.${via}("${snake(one.id)}", ${pathOf(one)}, ${queryOf(one)})
`,
  )
  .join('\n')}`;
    return `
class ${prefix}Methods:
    """One method for each operation of the API. It answers the body of a 2xx answer."""

    ${word} _call(
        self,
        operation_id: str,
        path: Mapping[str, str],
        query: Mapping[str, Any],
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        raise NotImplementedError

    def _pages(self, operation_id: str, path: Mapping[str, str], query: Mapping[str, Any]) -> ${iterator}[Any]:
        raise NotImplementedError

    def _each(self, operation_id: str, path: Mapping[str, str], query: Mapping[str, Any]) -> ${iterator}[Any]:
        raise NotImplementedError

${methods.join('\n')}
${lists_('Pages', '_pages', resultOf)}
${lists_('Each', '_each', itemOf)}`;
  });
  const used = new Set(classes.join('').match(/\b[A-Z]\w+/g));
  const schemas = Object.keys(contract.components.schemas).filter((name) => used.has(name));
  return `${WRITTEN}from __future__ import annotations

from typing import Any, AsyncIterator, Iterator, Literal, Mapping, Optional, Union

from pharmacy_platform.types import (
${[...schemas.filter((name) => name !== 'Event'), 'FeedEvent'].map((name) => `    ${name},\n`).join('')})

${classes.join('\n')}`;
}

const parametersOf = (contract: SdkContract, one: MethodShape): string => {
  const { path, query, body, takesKey } = one;
  const placed = [
    ...path.map(({ name }) => `${snake(name)}: str`),
    ...(body === undefined
      ? []
      : [
          `body: ${body.isNeeded ? typeOf(contract, body.schema) : `Optional[${typeOf(contract, body.schema)}] = None`}`,
        ]),
  ];
  const named = [
    ...query.map(({ name, required, schema }) =>
      required === true
        ? `${argument(name)}: ${typeOf(contract, schema)}`
        : `${argument(name)}: Optional[${typeOf(contract, schema)}] = None`,
    ),
    ...(takesKey ? ['idempotency_key: Optional[str] = None'] : []),
  ];
  const all = [...placed, ...(named.length > 0 ? ['*', ...named] : [])];
  return all.map((word) => `, ${word}`).join('');
};

const pathOf = ({ path }: MethodShape): string =>
  `{${path.map(({ name }) => `"${name}": ${snake(name)}`).join(', ')}}`;

const queryOf = ({ query }: MethodShape): string =>
  `{${query.map(({ name }) => `"${name}": ${argument(name)}`).join(', ')}}`;

const resultOf = (contract: SdkContract, { result }: MethodShape): string =>
  typeOf(contract, result);

const itemOf = (contract: SdkContract, { items }: MethodShape): string =>
  typeOf(contract, items ?? {});

function raisesOf({ codes }: MethodShape): string {
  const named = codes.map((code) => `\`${code}\``).join(', ');
  return `Raises ApiError with the code ${named}, or one that any operation may answer; NoAnswerError where no answer came.`;
}

function docstring(words: string | undefined, indent: string): string {
  if (words === undefined) return '';
  const escaped = words.trim().replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
  const lines = escaped.split('\n').map((line) => (line === '' ? '' : indent + line.trimEnd()));
  const end = escaped.endsWith('"') ? ' ' : '';
  return `${indent}"""${lines.join('\n').trimStart()}${end}"""\n`;
}

const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** As Python writes it. */
const text = (value: string): string => JSON.stringify(value);

function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
