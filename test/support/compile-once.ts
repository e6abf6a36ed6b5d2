import { type CompiledContract, compileContract } from '../../src/http/compile-contract.ts';
import type { ContractDocument } from '../../src/http/operations.ts';

const compiled = new WeakMap<ContractDocument, Promise<CompiledContract>>();

/** A document takes half a second of a processor to compile: once for each worker, and not for each file. */
export function compileOnce(document: ContractDocument): Promise<CompiledContract> {
  const known = compiled.get(document) ?? compileContract(document);
  compiled.set(document, known);
  return known;
}
