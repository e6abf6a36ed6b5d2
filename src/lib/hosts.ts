// A url of PostgreSQL may name several hosts, as libpq writes them: `postgresql://user@one:5432,two:5433/name`, or
// `?host=one,two&port=5432,5433`. Neither URL nor the driver reads such a list, so it is split here into one url for
// each host, alike in everything else.

/** Matches what precedes the hosts, the hosts, and what follows them. A password may hold any of the signs. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/** @returns one url for each host that this one names, in its order; the url itself where it names one */
export function urlsOfHosts(url: string): string[] {
  const [, front, hosts, rest] = PARTS.exec(url) ?? [];
  if (hosts?.includes(',')) return hosts.split(',').map((host) => `${front}${host}${rest}`);
  const query = URL.parse(url)?.searchParams;
  const inQuery = query?.get('host')?.split(',') ?? [];
  if (query === undefined || inQuery.length < 2) return [url];
  const ports = query.get('port')?.split(',') ?? [];
  return inQuery.map((host, index) => {
    // One port counts for all hosts.
    const port = ports.length > 1 ? (ports[index] ?? '') : ports[0];
    return withParams(url, { host, ...(port !== undefined && { port }) });
  });
}

/** Changes the url of each host, and joins them into one again. */
export function overHosts(url: string, change: (url: string) => string): string {
  const changed = urlsOfHosts(url).map(change);
  const [first] = changed as [string];
  if (changed.length === 1) return first;
  const parts = changed.map((one) => PARTS.exec(one));
  const [, front, hosts, rest] = parts[0] ?? [];
  if (hosts !== '') return `${front}${parts.map((part) => part?.[2]).join(',')}${rest}`;
  const listed = (name: string) =>
    changed.map((one) => new URL(one).searchParams.get(name) ?? '').join(',');
  const port = listed('port');
  return withParams(first, { host: listed('host'), ...(/\d/.test(port) && { port }) });
}

/** Returns the host and its port, without secrets. */
export function hostName(url: string): string {
  const { host, searchParams } = new URL(url);
  if (host !== '') return host;
  return [searchParams.get('host'), searchParams.get('port')].filter((part) => part).join(':');
}

function withParams(url: string, params: Readonly<Record<string, string>>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(params)) changed.searchParams.set(name, value);
  return changed.toString();
}
