/**
 * Builds the clients that partners install, from the documents in generated/:
 *
 * - generated/sdk/contract, what follows of the contract for the sources in sdk/typescript
 * - generated/sdk/typescript and generated/sdk/python, the packages as folders
 * - generated/sdk/packages, the same packed, as the service serves it
 *
 * generated/sdk/released has the packages of versions that were released, and is left as it is. The same documents
 * give the same bytes.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../kit/root.ts';
import { packPackage, packWheel, RELEASED_PACKAGES, refuseChanged } from './sdk/archive.ts';
import { namesSource, operationsSource, readContract, schemaSource } from './sdk/contract.ts';
import { buildPackage } from './sdk/package.ts';
import { buildPython } from './sdk/python.ts';

export async function buildSdk(
  outputDirectory: string,
  { isChecked }: { readonly isChecked: boolean },
): Promise<void> {
  const contract = await readContract(join(root, 'generated'));
  const workshop = await mkdtemp(join(tmpdir(), 'sdk-'));
  try {
    const built = join(workshop, 'sdk');
    const sources = join(built, 'contract');
    await mkdir(sources, { recursive: true });
    await writeFile(join(sources, 'schema.ts'), await schemaSource(contract));
    await writeFile(join(sources, 'names.ts'), namesSource(contract));
    await writeFile(join(sources, 'operations.ts'), operationsSource(contract));
    await buildPackage(
      {
        sources: join(root, 'sdk/typescript'),
        contract: sources,
        workshop: join(workshop, 'sources'),
        output: join(built, 'typescript'),
        isChecked,
      },
      contract,
    );
    await packPackage(join(built, 'typescript'), join(built, 'packages'));
    await buildPython(contract, {
      sources: join(root, 'sdk/python'),
      output: join(built, 'python'),
    });
    await packWheel(join(built, 'python'), join(built, 'packages'));
    await refuseChanged(join(built, 'packages'), join(root, 'generated/sdk', RELEASED_PACKAGES));
    await cp(built, outputDirectory, { recursive: true });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}
