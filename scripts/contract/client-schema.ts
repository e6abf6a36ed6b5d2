/** The tables that an operator's command reads or writes by Prisma's client (src/database/prisma.ts). */
const TABLES = ['organization'];

/**
 * Cuts the schema of the database to what the client is generated from: those tables, without their relations to others.
 * A client for all 49 would have 99,000 lines.
 */
export function clientSchema(schema: string): string {
  const blocks = schema.match(/^(generator|datasource|model) \w+ \{\n[\s\S]*?^\}$/gm) ?? [];
  const models = new Set([...schema.matchAll(/^model (\w+)/gm)].map(([, name]) => name));
  return blocks
    .filter((block) => !block.startsWith('model') || TABLES.includes(block.split(' ')[1] as string))
    .map((block) =>
      block
        .split('\n')
        .filter((line) => !models.has(/^ +\w+ +(\w+)/.exec(line)?.[1]))
        .join('\n'),
    )
    .join('\n\n');
}
