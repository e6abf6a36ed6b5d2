// A pharmacy with its service, and a person of it in front of the page in Chromium.

import { createTestDatabase, type TestDatabase } from '../../../kit/database.ts';
import { operatorAction } from '../../../src/audit/operator-actions.ts';
import { invite } from '../../../src/people/invite.ts';
import type { Role } from '../../../src/people/roles.ts';
import { type BrowserPage, openBrowser, type Stroke } from '../../../test/support/chromium.ts';
import { type RunningService, startService } from '../../../test/support/pharmacy.ts';

export interface ApplicationWorld {
  readonly db: TestDatabase;
  readonly service: RunningService;
  readonly page: BrowserPage;
  /** Makes a person and opens a session of theirs in the browser. Answers the person's id. */
  signIn(person: { organization: string; name: string; roles: readonly Role[] }): Promise<string>;
  /** Opens a screen and waits for its heading. */
  open(path: string, heading: string): Promise<void>;
  close(): Promise<void>;
}

export async function startApplication(
  chromium: string,
  fill: (db: TestDatabase) => Promise<void>,
  flags: readonly string[] = [],
): Promise<ApplicationWorld> {
  const db = await createTestDatabase();
  await fill(db);
  const service = await startService(db.database);
  const page = await openBrowser(chromium, flags);
  await page.resize(1400, 900);
  return {
    db,
    service,
    page,
    async signIn({ organization, name, roles }) {
      const { rows } = await db.owner.query('select id from organization where slug = $1', [
        organization,
      ]);
      const action = operatorAction({ actor: 'tester', command: 'person invite' });
      const { id, link } = await db.database.transaction((tx) =>
        invite(tx, { organizationId: rows[0].id, name, roles }, { action, appUrl: service.url }),
      );
      const token = new URL(link).hash.slice(1);
      await page.open(`${service.url}/app/scanner`);
      await page.until("document.querySelector('#application :not(.loading)')", 'the page');
      const status = await page.evaluate<number>(
        `fetch('/app/api/session/link', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token: '${token}' }),
        }).then((response) => response.status)`,
      );
      if (status >= 300) throw new Error(`The link was answered ${status}.`);
      return id;
    },
    async open(path, heading) {
      await page.open('about:blank');
      await page.open(`${service.url}/app${path}`);
      await page.until(
        `document.querySelector('h1')?.textContent.includes(${JSON.stringify(heading)})`,
        heading,
      );
      await page.until("document.activeElement?.matches('input, select')", 'the focus');
    },
    async close() {
      await page.close();
      await service.close();
      await db.drop();
    },
  };
}

/** What a scanner types for a code: FNC1 by the key that it is set to, and Enter at the end. */
export function scanned(code: string, separator: 'Ctrl+]' | 'F8' = 'F8'): Stroke[] {
  const strokes = [...code].map((character): Stroke => {
    if (character !== '\u001d') return { key: character, text: character };
    return separator === 'F8'
      ? { key: 'F8', code: 'F8', keyCode: 119 }
      : { key: ']', code: 'BracketRight', keyCode: 221, isControl: true };
  });
  return [...strokes, { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' }];
}
