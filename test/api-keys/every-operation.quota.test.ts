// Every operation of the contract counts, each in the window that it belongs to: writes are anything but GET, a scan
// and a preview. No one can add an operation and forget it here.
//
// The keys' windows lie ahead of the clock, so that no minute ends on a test; see admission.quota.test.ts.
import { describe, expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { issueKey } from '../support/as-operator.ts';
import { ruledOperations } from '../support/authorization-rules.ts';
import type { RequestOptions } from '../support/client.ts';
import { exampleOf } from '../support/examples.ts';
import { useIssuedKeys } from '../support/issued-keys.ts';

const contract = document as unknown as ContractDocument;
const operations = readOperations(contract);
const READS_BESIDE_GET = ['previewMovement', 'resolveScan'];
const PER_MINUTE = { read: 600, write: 60 };

const desk = useIssuedKeys();

it('reads are GET, a scan and a preview, by what the contract says', () => {
  const ruled = ruledOperations(contract);
  const reads = ruled.filter(({ quota }) => quota === 'read').map(({ id }) => id);
  const gets = ruled.filter(({ method }) => method === 'GET').map(({ id }) => id);
  expect(reads.sort()).toEqual([...gets, ...READS_BESIDE_GET].sort());
});

describe.each(operations)('$id', ({ id, template, method, batch }) => {
  it('counts where it belongs, and shows what is left there', async () => {
    const { id: keyId, key } = await issueKey(desk.db.database, {
      organization: 'pharmacy',
      environment: 'live',
      scopes: 'all',
      plan: 'standard',
    });
    const { rows: begun } = await desk.db.owner.query(
      `insert into api_key_usage (api_key_id, minute, reads_minute, writes_minute, day, writes_day)
       values ($1, date_trunc('minute', now()) + interval '1 minute', 0, 0,
               (now() at time zone 'UTC')::date + 1, 0)
       returning extract(epoch from minute)::int + 60 as ends`,
      [keyId],
    );
    const { path, ...options } = exampleOf(contract, template, method);
    const api = desk.as(key);
    const { headers } = await api.request(method.toUpperCase(), path, options as RequestOptions);
    const { rows } = await desk.db.owner.query(
      `select reads_minute::int as reads, writes_minute::int as writes, writes_day::int as day
         from api_key_usage where api_key_id = $1`,
      [keyId],
    );
    const isRead = method === 'get' || READS_BESIDE_GET.includes(id);
    const items = (options.body as Record<string, unknown[]> | undefined)?.[batch?.items ?? ''];
    const count = items?.length ?? 1;
    expect(rows).toEqual([
      isRead ? { reads: 1, writes: 0, day: 0 } : { reads: 0, writes: count, day: count },
    ]);
    const limit = PER_MINUTE[isRead ? 'read' : 'write'];
    expect(
      ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`))),
    ).toEqual([limit, limit - count, begun[0].ends]);
  });
});
