import { expect, it } from 'vitest';
import { readAudit } from './audit.ts';

const report = (severities: Record<string, string>) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      Object.entries(severities).map(([name, severity]) => [name, { name, severity }]),
    ),
  });

it('names each package with a high or a critical weakness, and no other', () => {
  expect(readAudit(report({ pg: 'critical', uuid: 'moderate', ajv: 'high', pino: 'low' }))).toEqual(
    { answered: true, grave: ['ajv: high', 'pg: critical'], total: 4 },
  );
});

it('finds nothing where there is nothing', () => {
  expect(readAudit(report({}))).toEqual({ answered: true, grave: [], total: 0 });
});

it.each([
  [
    'a registry that does not support it',
    '{"message": "405 Method Not Allowed", "statusCode": 405}',
  ],
  ['no registry at all', '{"error": {"code": "ENOTFOUND"}}'],
  ['what is no JSON', 'npm error'],
  ['nothing', ''],
  ['null', 'null'],
])('takes %s for no answer, and not for a finding or for a clean bill', (_what, printed) => {
  expect(readAudit(printed)).toEqual({ answered: false, grave: [], total: 0 });
});
