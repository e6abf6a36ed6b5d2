import type { Database } from '../database/database.ts';
import type { SecretBox } from '../lib/seal.ts';
import { accountName } from '../operator/account-name.ts';
import { seedDemo } from '../operator/demo/seed-demo.ts';
import { print } from './process.ts';

/**
 * Fills an empty database with the demo pharmacy, and prints its keys this once.
 *
 * @returns what prints the links of its people, once the address of the application is known
 */
export async function fillDemo(
  database: Database,
  secrets: SecretBox,
): Promise<{ printLinks: (appUrl: string) => void } | undefined> {
  const demo = await seedDemo(database, { actor: accountName(), secrets });
  if (demo === undefined) return undefined;
  const { pharmacy, clinic, keys, links } = demo;
  if (keys === undefined) {
    print(
      `The demo is there (organizations ${pharmacy}, ${clinic}). A new key, if you lost yours:`,
    );
    print(
      `  npm run operator -- key issue --organization ${pharmacy} --environment live --scopes all`,
    );
    print('Another link for the application:');
    print(
      `  npm run operator -- person invite --organization ${pharmacy} --name NAME --roles pharmacist,manager`,
    );
    return undefined;
  }
  print(`A demo pharmacy was made. Its keys, shown this once (organization ${pharmacy}):`);
  print(`  live: ${keys.pharmacy.live}`);
  print(`  test: ${keys.pharmacy.test}`);
  print(`A demo clinic orders from it. Its keys, shown this once (organization ${clinic}):`);
  print(`  live: ${keys.clinic.live}`);
  print(`  test: ${keys.clinic.test}`);
  return {
    printLinks: (appUrl) => {
      print('The application, for people who work at the pharmacy. Each link signs in once:');
      for (const { name, roles, path } of links ?? []) {
        print(`  ${name} (${roles.join(', ')}): ${appUrl}${path}`);
      }
    },
  };
}
