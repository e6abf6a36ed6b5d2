// What stands in the text that Prometheus reads.

/** Of a series, written as it stands there; undefined where it does not. */
export function metricValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

/** The names of all metrics; of a histogram, its own. */
export function metricNames(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name as string);
}
