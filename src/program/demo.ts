import type { Database } from '../database/database.ts';
import type { SecretBox } from '../lib/seal.ts';
import { accountName } from '../operator/account-name.ts';
import { seedDemo } from '../operator/demo/seed-demo.ts';
import { print } from './process.ts';

/** Fills an empty database with the demo pharmacy, and prints its keys this once. */
export async function fillDemo(database: Database, secrets: SecretBox): Promise<void> {
  const demo = await seedDemo(database, { actor: accountName(), secrets });
  if (demo === undefined) return;
  const { pharmacy, clinic, keys } = demo;
  if (keys === undefined) {
    print(
      `The demo is there (organizations ${pharmacy}, ${clinic}). A new key, if you lost yours:`,
    );
    print(
      `  npm run operator -- key issue --organization ${pharmacy} --environment live --scopes all`,
    );
    return;
  }
  print(`A demo pharmacy was made. Its keys, shown this once (organization ${pharmacy}):`);
  print(`  live: ${keys.pharmacy.live}`);
  print(`  test: ${keys.pharmacy.test}`);
  print(`A demo clinic orders from it. Its keys, shown this once (organization ${clinic}):`);
  print(`  live: ${keys.clinic.live}`);
  print(`  test: ${keys.clinic.test}`);
}
