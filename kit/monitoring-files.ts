// What the dashboard and the rules ask Prometheus for.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const FOLDER = fileURLToPath(new URL('../docs/monitoring/', import.meta.url));
export const RULES = `${FOLDER}alerts.yml`;
export const RULE_TESTS = `${FOLDER}alerts.test.yml`;

/** What Grafana puts in, by the scrape's interval. */
const INTERVAL = /\$__rate_interval/g;

export interface Asked {
  /** The title of the panel, or the name of the alert. */
  readonly name: string;
  readonly query: string;
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** @param interval that Grafana would put in */
export function panelQueries(interval: string): Asked[] {
  const { panels } = JSON.parse(readFileSync(`${FOLDER}dashboard.json`, 'utf8')) as {
    panels: Panel[];
  };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ name: title, query: expr.replaceAll(INTERVAL, interval) })),
  );
}

export interface Alert extends Asked {
  readonly severity: string;
  readonly runbook: string;
}

/** The file is ours, and written in one form. */
export function alerts(): Alert[] {
  const text = readFileSync(RULES, 'utf8');
  const rules = text.split(/^ {6}- alert: /m).slice(1);
  return rules.map((rule) => {
    const [name = ''] = rule.split('\n');
    const [, query = ''] = /^ {8}expr: '(.*)'$/m.exec(rule) ?? [];
    const [, severity = ''] = /^ {10}severity: (.*)$/m.exec(rule) ?? [];
    const [, runbook = ''] = /^ {10}runbook: (.*)$/m.exec(rule) ?? [];
    return { name, query: query.replaceAll("''", "'"), severity, runbook };
  });
}

/** What is compared in a rule: while all is well nothing comes of the rule itself. */
export function measuredBy({ query }: Asked): string[] {
  return query.split(/(?<= [\d.]+) or /).map((part) => part.replace(/ (?:>|<|==) [\d.]+$/, ''));
}
