import { createPublicKey } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { OperatorError } from '../../errors.ts';
import {
  type Anchor,
  anchorKey,
  readAnchor,
  readPublicKey,
} from '../../inventory/ledger/anchor-file.ts';
import { anchorLedger } from '../../inventory/ledger/anchor-ledger.ts';
import { exportLedger } from '../../inventory/ledger/export-ledger.ts';
import { verifyLedger } from '../../inventory/ledger/verify-ledger.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { command, type Noun, optional, type Printed, type Typed } from '../command.ts';
import { readFileNamed } from '../read-file.ts';

const ORGANIZATION = optional('<slug>', 'only this organization');
/** The result of a command that has printed everything line by line. */
const PRINTED: Printed = { json: undefined, lines: [] };

const verify = command({
  name: 'verify',
  description: 'Verify every balance, status and hash chain.',
  options: {
    organization: ORGANIZATION,
    against: optional('<file>', 'also check that the chains contain the heads of this anchor'),
    since: optional('<file>', 'start at the heads of this anchor and skip everything before'),
    publicKey: optional('<key>', 'the only public key to trust for the anchor (base64)'),
  },
  // An anchor is of one cell.
  everyCell: ({ against, since }) => against === undefined && since === undefined,
  run: async (database, { organization, against, since, publicKey }, { secretsKeys, progress }) => {
    if (against !== undefined && since !== undefined) {
      throw new OperatorError('Use either --against or --since.');
    }
    const file = against ?? since;
    const anchor =
      file === undefined ? undefined : await openAnchor(file, { secretsKeys, publicKey });
    const scope = await scopeOf(database, organization);
    if (anchor?.organizationId != null && scope !== null && scope !== anchor.organizationId) {
      throw new OperatorError('The anchor belongs to another organization.');
    }
    const onProgress = progress('lots');
    const result =
      since === undefined
        ? await verifyLedger(database, scope, { against: anchor, onProgress })
        : await verifyLedger(database, scope ?? anchor?.organizationId ?? null, {
            since: anchor,
            onProgress,
          });
    const { problems, ...counts } = result;
    return {
      json: result,
      failed: !result.ok,
      lines: [
        ...problems.map(({ kind, id, message }) => `${kind} ${id}: ${message}`),
        ...(result.since === null
          ? []
          : [`entries before the anchor of ${result.since} were not read`]),
        `${counts.entries} entries and ${counts.records} records of ${counts.lots} lots ` +
          `at ${counts.levels} levels verified: ` +
          (result.ok ? 'every balance and chain is correct' : `${counts.problem_count} problems`),
      ],
    };
  },
});

const anchor = command({
  name: 'anchor',
  description: 'Print the signed heads of all chains, to be stored elsewhere.',
  options: { organization: ORGANIZATION },
  run: async (database, { organization }, { secretsKeys, print }) => {
    const key = anchorKey(firstOf(secretsKeys));
    await anchorLedger(database, await scopeOf(database, organization), { key, print });
    return PRINTED;
  },
});

const exportCommand = command({
  name: 'export',
  description: 'Print everything that the hashes cover, with digests instead of texts.',
  options: { organization: ORGANIZATION },
  run: async (database, { organization }, { print, progress }) => {
    const scope = await scopeOf(database, organization);
    await exportLedger(database, scope, print, progress('lots'));
    return PRINTED;
  },
});

export const ledger: Noun = {
  name: 'ledger',
  description: 'Verify, anchor and export the stock ledger.',
  commands: [verify, anchor, exportCommand],
};

async function scopeOf(
  database: Database,
  organization: string | undefined,
): Promise<string | null> {
  return organization === undefined ? null : (await findOrganization(database, organization)).id;
}

/** Opens an anchor that one of our keys signed, or the key that is named. */
async function openAnchor(
  path: string,
  { secretsKeys, publicKey }: Pick<Typed, 'secretsKeys'> & { publicKey: string | undefined },
): Promise<Anchor> {
  const trusted =
    publicKey === undefined
      ? secretsKeys.map((key) => createPublicKey(anchorKey(key)))
      : [readPublicKey(publicKey)];
  return readAnchor(await readFileNamed(path), trusted);
}

function firstOf(secretsKeys: readonly Buffer[]): Buffer {
  const [first] = secretsKeys;
  if (first === undefined) throw new OperatorError('SECRETS_KEY is needed to sign an anchor.');
  return first;
}
