import type { Database } from '../database/database.ts';
import type { SecretBox } from '../lib/seal.ts';
import { accountName } from '../operator/account-name.ts';
import { seedDemo } from '../operator/demo/seed-demo.ts';

/**
 * Fills an empty database with the demo pharmacy. Called once the port is taken: a start that fails would lose the keys.
 *
 * @param appUrl the address of the application
 * @returns the lines for the person at the terminal, with the keys and the links of its people, which no later call has
 */
export async function fillDemo(
  database: Database,
  { secrets, appUrl }: { readonly secrets: SecretBox; readonly appUrl: string },
): Promise<string[]> {
  const demo = await seedDemo(database, { actor: accountName(), secrets });
  if (demo === undefined) return [];
  const { pharmacy, clinic, keys, links } = demo;
  if (keys === undefined) {
    return [
      `The demo is there (organizations ${pharmacy}, ${clinic}). A new key, if you lost yours:`,
      `  npm run operator -- key issue --organization ${pharmacy} --environment live --scopes all`,
      'Another link for the application:',
      `  npm run operator -- person invite --organization ${pharmacy} --name NAME --roles pharmacist,manager`,
    ];
  }
  return [
    `A demo pharmacy was made. Its keys, shown this once (organization ${pharmacy}):`,
    `  live: ${keys.pharmacy.live}`,
    `  test: ${keys.pharmacy.test}`,
    `A demo clinic orders from it. Its keys, shown this once (organization ${clinic}):`,
    `  live: ${keys.clinic.live}`,
    `  test: ${keys.clinic.test}`,
    'The application, for people who work at the pharmacy. Each link signs in once:',
    ...(links ?? []).map(
      ({ name, roles, path }) => `  ${name} (${roles.join(', ')}): ${appUrl}${path}`,
    ),
  ];
}
