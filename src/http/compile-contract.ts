import { type ContractDocument, type Operation, readOperations } from './operations.ts';
import { compileSerialisers, type Serialise } from './respond.ts';
import { compileValidators, type Validate } from './validate.ts';

/** An operation of the contract, with what judges its requests and writes its answers. */
export interface CompiledOperation {
  readonly operation: Operation;
  readonly validate: Validate;
  /** By the statuses that the operation declares. */
  readonly serialisers: ReadonlyMap<number, Serialise>;
}

export interface CompiledContract {
  readonly document: ContractDocument;
  /** By operationId, in the order in which routes must be tried. */
  readonly operations: ReadonlyMap<string, CompiledOperation>;
}

/** Resolves when every validator and serialiser is compiled, so that no caller waits for that. */
export async function compileContract(document: ContractDocument): Promise<CompiledContract> {
  const operations = readOperations(document);
  const validators = await compileValidators(document, operations);
  const serialisers = await compileSerialisers(operations);
  const compiled = operations.map((operation): [string, CompiledOperation] => {
    const validate = validators.get(operation.id);
    const serialisersOfIt = serialisers.get(operation.id);
    if (!validate || !serialisersOfIt) throw new Error(`${operation.id} was not compiled`);
    return [operation.id, { operation, validate, serialisers: serialisersOfIt }];
  });
  return { document, operations: new Map(compiled) };
}
