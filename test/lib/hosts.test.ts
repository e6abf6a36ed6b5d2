// A list of hosts, as libpq writes it, is one url for each and comes back as it was.
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { hostName, overHosts, urlsOfHosts } from '../../src/lib/hosts.ts';

describe('several hosts in a url', () => {
  it.each([
    [
      'postgresql://u:p@one:5432,two:5433/name?sslmode=require',
      [
        'postgresql://u:p@one:5432/name?sslmode=require',
        'postgresql://u:p@two:5433/name?sslmode=require',
      ],
      ['one:5432', 'two:5433'],
    ],
    [
      'postgres://u:p%40,x@[::1]:1,two/name',
      ['postgres://u:p%40,x@[::1]:1/name', 'postgres://u:p%40,x@two/name'],
      ['[::1]:1', 'two'],
    ],
    [
      'postgresql:///name?host=%2Fone%2C%2Ftwo&port=5%2C6&user=u',
      [
        'postgresql:///name?host=%2Fone&port=5&user=u',
        'postgresql:///name?host=%2Ftwo&port=6&user=u',
      ],
      ['/one:5', '/two:6'],
    ],
    ['postgresql://u:p@one/name', ['postgresql://u:p@one/name'], ['one']],
  ])('%s', (url, each, names) => {
    expect(urlsOfHosts(url)).toEqual(each);
    expect(urlsOfHosts(url).map(hostName)).toEqual(names);
    expect(overHosts(url, (one) => one)).toBe(url);
  });

  it('have one port where one is named, and one user', () => {
    const url = 'postgresql:///name?host=one,two&port=5';
    expect(urlsOfHosts(url).map(hostName)).toEqual(['one:5', 'two:5']);
    const changed = overHosts('postgresql://u:p@one,two:2/name', (one) => {
      const own = new URL(one);
      own.username = 'other';
      return own.toString();
    });
    expect(changed).toBe('postgresql://other:p@one,two:2/name');
  });
});

describe('DATABASE_URL', () => {
  const settings =
    (url: string, more = {}) =>
    () =>
      readConfig({ DATABASE_URL: url, SECRETS_KEY: 'ab'.repeat(32), ...more });

  it('takes several hosts, as libpq does', () => {
    const url = 'postgresql://u:hidden@one:5432,two:5433/d?target_session_attrs=read-write';
    expect(settings(url)().databaseUrl).toBe(url);
    expect(settings(url, { DATABASE_DIRECT_URL: url })().databaseDirectUrl).toBe(url);
  });

  it.each([
    ['postgresql://u:hidden@one:5432,two:x/d', /^DATABASE_URL must be a url like [^\n]+$/],
    ['postgresql://u:hidden@one,/d', /^DATABASE_URL must be a url like [^\n]+$/],
    [`postgresql://u:hidden@${'h,'.repeat(8)}h/d`, /^DATABASE_URL may name 8 hosts at the most\.$/],
    [
      'postgresql://u:hidden@one,two/d?target_session_attrs=standby',
      /^DATABASE_URL names the server to write to: /,
    ],
  ])('is refused without its password: %s', (url, message) => {
    expect(settings(url)).toThrow(message);
    expect(settings(url)).not.toThrow('hidden');
  });

  it('with several hosts needs one connection more for each process', () => {
    const url = 'postgresql://u:hidden@one,two/d';
    const few = (count: number) =>
      settings(url, { DATABASE_CONNECTIONS: `${count}`, WEB_CONCURRENCY: '2' });
    expect(few(7)).toThrow('DATABASE_CONNECTIONS must be at least 8 for WEB_CONCURRENCY=2');
    expect(few(8)().databaseConnections).toBe(8);
  });
});
