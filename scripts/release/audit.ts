// Whether a known weakness, high or critical, lies in what the service runs on: `npm audit` of the production
// dependencies, read. Where the registry does not answer such questions, it says so and succeeds: a mirror
// may not, and what cannot be asked is no finding.
//
//   npm run audit
import { spawnSync } from 'node:child_process';

const SECONDS_MAX = 120;
const GRAVE = ['high', 'critical'];

export interface Audited {
  /** Whether the registry has answered. */
  readonly answered: boolean;
  /** One for each package with a grave weakness. */
  readonly grave: readonly string[];
  /** How many there are in all, of any severity. */
  readonly total: number;
}

/** @param printed by `npm audit --json` */
export function readAudit(printed: string): Audited {
  const report = parse(printed);
  const { vulnerabilities } = report;
  if (typeof vulnerabilities !== 'object' || vulnerabilities === null) {
    return { answered: false, grave: [], total: 0 };
  }
  const found = Object.entries(vulnerabilities as Record<string, { severity?: string }>);
  return {
    answered: true,
    grave: found
      .filter(([, { severity = '' }]) => GRAVE.includes(severity))
      .map(([name, { severity }]) => `${name}: ${severity}`)
      .sort(),
    total: found.length,
  };
}

function parse(printed: string): { vulnerabilities?: unknown } {
  try {
    return (JSON.parse(printed) ?? {}) as object;
  } catch {
    return {};
  }
}

if (import.meta.main) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    timeout: SECONDS_MAX * 1_000,
  });
  const { answered, grave, total } = readAudit(stdout ?? '');
  const summary = answered
    ? `${total} packages with known weaknesses, ${grave.length} grave`
    : 'the registry does not answer, so nothing is known';
  process.stdout.write([`audit: ${summary}`, ...grave, ''].join('\n'));
  if (grave.length > 0) process.exitCode = 1;
}
