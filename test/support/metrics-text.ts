// Reads the text format of Prometheus.

/** @returns the value of a series, named as it is in the text; undefined where it is missing */
export function metricValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

/** @returns the names of all metrics; of a histogram, its own */
export function metricNames(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name as string);
}
