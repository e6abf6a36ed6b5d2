// What the source says of its statements' rows, as the compiler sees it.
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root as ROOT } from '../../kit/root.ts';
import { sourceFiles } from '../../kit/source-files.ts';

/** Where the two ways to make a statement stand. */
const MAKERS = ['src/database/statement.ts', 'src/database/list-filter.ts'];

/** How a column arrives: `json` for objects and arrays of them. */
export type Kind = 'string' | 'number' | 'boolean' | 'Buffer' | 'string[]' | 'json';

export interface Column {
  /** More than one where it is a union. */
  readonly kinds: ReadonlySet<Kind>;
  readonly mayBeNull: boolean;
}

export interface Declared {
  /** Matches the names that the call may give. */
  readonly name: RegExp;
  readonly isOfList: boolean;
  /** In the source: `src/events/list-events.ts:40`. */
  readonly location: string;
  readonly file: string;
  /** By name; none where the statement gives no rows. */
  readonly columns: ReadonlyMap<string, Column>;
  /** What is wrong with the declaration itself. */
  readonly problems: readonly string[];
}

export interface Source {
  readonly declared: readonly Declared[];
  /** Statements that are made by hand and so say nothing of their rows. */
  readonly undeclared: readonly { readonly file: string; readonly location: string }[];
}

export function readSource(): Source {
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram(sourceFiles(), options);
  const checker = program.getTypeChecker();
  const declared: Declared[] = [];
  const undeclared: { file: string; location: string }[] = [];
  for (const sourceFile of program.getSourceFiles()) {
    const file = relative(ROOT, sourceFile.fileName);
    if (!file.startsWith('src/') || MAKERS.includes(file)) continue;
    const locationOf = (node: ts.Node) =>
      `${file}:${sourceFile.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isMaker(node, checker)) {
        declared.push({ ...declarationOf(node, checker), file, location: locationOf(node) });
      } else if (ts.isObjectLiteralExpression(node) && isStatement(node, checker)) {
        undeclared.push({ file, location: locationOf(node) });
      }
      ts.forEachChild(node, visit);
    };
    visit(sourceFile);
  }
  return { declared, undeclared };
}

/** A call of `statement` or of a list filter's. */
function isMaker(call: ts.CallExpression, checker: ts.TypeChecker): boolean {
  const declaration = checker.getResolvedSignature(call)?.declaration;
  if (declaration === undefined) return false;
  const file = relative(ROOT, declaration.getSourceFile().fileName);
  return (
    MAKERS.includes(file) && checker.getSymbolAtLocation(nameNodeOf(call))?.name === 'statement'
  );
}

function nameNodeOf({ expression }: ts.CallExpression): ts.Node {
  return ts.isPropertyAccessExpression(expression) ? expression.name : expression;
}

/** Somebody's own `{ name, text }`. */
function isStatement(literal: ts.ObjectLiteralExpression, checker: ts.TypeChecker): boolean {
  const names = literal.properties.map(({ name }) => name?.getText());
  if (names.includes('name') && names.includes('text')) return true;
  return checker.getContextualType(literal)?.getSymbol()?.name === 'Statement';
}

function declarationOf(
  call: ts.CallExpression,
  checker: ts.TypeChecker,
): Omit<Declared, 'file' | 'location'> {
  const isOfList = ts.isPropertyAccessExpression(call.expression);
  const problems: string[] = [];
  const columns = new Map<string, Column>();
  const [typeNode] = call.typeArguments ?? [];
  if (typeNode === undefined) problems.push('it does not say its rows');
  else readColumns(checker.getTypeFromTypeNode(typeNode));
  return { name: nameOf(call), isOfList, columns, problems };

  function readColumns(row: ts.Type): void {
    if (row.flags & ts.TypeFlags.Never) return;
    if (row.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) {
      problems.push(`its rows are ${checker.typeToString(row)}`);
      return;
    }
    for (const property of row.getApparentProperties()) {
      const type = checker.getTypeOfSymbolAtLocation(property, call);
      const column = columnOf(type, checker);
      if (column === undefined) {
        problems.push(`${property.name} cannot be ${checker.typeToString(type)}`);
      } else columns.set(property.name, column);
    }
    if (columns.size === 0) problems.push('its rows have no columns');
  }
}

function nameOf(call: ts.CallExpression): RegExp {
  const [name] = call.arguments;
  if (name !== undefined && ts.isStringLiteralLike(name)) return new RegExp(`^${name.text}$`);
  if (name === undefined || !ts.isTemplateExpression(name)) {
    throw new Error(`The name of a statement is not written out: ${call.getText()}`);
  }
  const rest = name.templateSpans.map(({ literal }) => `.+${literal.text}`).join('');
  return new RegExp(`^${name.head.text}${rest}$`);
}

/** Undefined for a type that no column arrives as. */
function columnOf(type: ts.Type, checker: ts.TypeChecker): Column | undefined {
  if (type.flags & ts.TypeFlags.Unknown) return { kinds: new Set(['json']), mayBeNull: true };
  const parts = type.isUnion() ? type.types : [type];
  const kinds = parts
    .filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
    .map((part) => kindOf(part, checker));
  if (kinds.length === 0 || kinds.includes(undefined)) return undefined;
  return {
    kinds: new Set(kinds as Kind[]),
    mayBeNull: parts.some(({ flags }) => flags & ts.TypeFlags.Null),
  };
}

function kindOf(type: ts.Type, checker: ts.TypeChecker): Kind | undefined {
  if (type.flags & ts.TypeFlags.StringLike) return 'string';
  if (type.flags & ts.TypeFlags.NumberLike) return 'number';
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  if (type.getSymbol()?.name === 'Buffer') return 'Buffer';
  if (type.getSymbol()?.name === 'Date') return undefined;
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    return element !== undefined && element.flags & ts.TypeFlags.StringLike ? 'string[]' : 'json';
  }
  return type.flags & ts.TypeFlags.Object ? 'json' : undefined;
}
