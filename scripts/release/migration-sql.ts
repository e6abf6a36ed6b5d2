// Prints the SQL that leads from the Prisma schema of a git revision (default HEAD, or `empty`) to the
// schema in the working tree: the start of a migration. What Prisma cannot say is added by hand.
//
//   DATABASE_URL=postgresql://… node scripts/release/migration-sql.ts [REVISION|empty]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';

const path = 'prisma/schema.prisma';
const revision = process.argv[2] ?? 'HEAD';
const content = readFileSync(path, 'utf8');
const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL ?? '' });
const engine = await SchemaEngine.new(
  { datamodels: [[path, content]] },
  () => {},
  bindMigrationAwareSqlAdapterFactory(adapter),
);
const result = await engine.diff({
  from:
    revision === 'empty'
      ? { tag: 'empty' }
      : {
          tag: 'schemaDatamodel',
          files: [
            {
              path,
              content: execFileSync('git', ['show', `${revision}:${path}`], { encoding: 'utf8' }),
            },
          ],
        },
  to: { tag: 'schemaDatamodel', files: [{ path, content }] },
  script: true,
  exitCode: null,
  filters: { externalTables: [], externalEnums: [] },
});
process.stdout.write(result.stdout ?? '');
