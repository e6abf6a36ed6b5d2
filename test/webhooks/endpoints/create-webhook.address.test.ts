import { describe, expect, it } from 'vitest';
import { AddressGuard } from '../../../src/webhooks/endpoints/address-guard.ts';
import { useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

describe('an address', () => {
  it.each([
    ['http://93.184.215.14/', 'must be an https url'],
    ['ftp://93.184.215.14/', 'must be an https url'],
    ['93.184.215.14/hooks', 'must be an https url'],
    ['https://', 'must be an https url'],
    ['https://user@93.184.215.14/', 'must not carry user info'],
    ['https://user:secret@93.184.215.14/', 'must not carry user info'],
    ['https://:secret@93.184.215.14/', 'must not carry user info'],
    ...[
      'https://93.184.215.14/a b',
      'https://93.184.215.14/a\n',
      'https://93.184.215.14/\u001b[2J',
      'https://93.184.215.14/\u009b1m',
      'https://93.184.215.14/\u00a0',
      'https://93.184.\t215.14/',
      ' https://127.0.0.1/ ',
    ].map((url) => [url, 'must not hold white space or control characters']),
    ['https:93.184.215.14/', 'must be an https url'],
    ['https://93.184.215.14/#part', 'must not have a fragment'],
    ['https://[fe80::1%25eth0]/', 'must be an https url'],
    ['https://[fe80::1%eth0]/', 'must be an https url'],
    ...[
      'https://127.0.0.1/',
      'https://127.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0x7f000001/',
      'https://017700000001/',
      'https://0177.0.0.1/',
      'https://127.0.0.1./',
      'https://127。0。0。1/',
      'https://１２７.0.0.1/',
      'https://①②⑦.0.0.1/',
      'https://%31%32%37.0.0.1/',
      'https://127.0.0.1:443/',
      'https:\\\\127.0.0.1\\',
      'https://0/',
      'https://0.0.0.0/',
      'https://0.1.2.3/',
      'https://10.0.0.1/',
      'https://172.16.0.1/',
      'https://172.31.255.255/',
      'https://192.168.1.1/',
      'https://169.254.169.254/latest/meta-data',
      'https://100.64.0.1/',
      'https://100.127.255.254/',
      'https://168.63.129.16/',
      'https://192.0.0.8/',
      'https://192.0.2.1/',
      'https://192.88.99.1/',
      'https://198.18.0.1/',
      'https://198.19.255.255/',
      'https://198.51.100.1/',
      'https://203.0.113.1/',
      'https://224.0.0.1/',
      'https://239.255.255.255/',
      'https://240.0.0.1/',
      'https://255.255.255.255/',
      'https://[::]/',
      'https://[::1]/',
      'https://[0:0:0:0:0:0:0:1]/',
      'https://[::127.0.0.1]/',
      'https://[::7f00:1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
      'https://[::ffff:93.184.215.14]/',
      'https://[::ffff:0:7f00:1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://[64:ff9b:1::1]/',
      'https://[100::1]/',
      'https://[100:0:0:1::1]/',
      'https://[2001::1]/',
      'https://[2001:2::1]/',
      'https://[2001:10::1]/',
      'https://[2001:db8::1]/',
      'https://[2002:7f00:1::]/',
      'https://[3fff::1]/',
      'https://[4000::1]/',
      'https://[5f00::1]/',
      'https://[fc00::1]/',
      'https://[fd12:3456::1]/',
      'https://[fe80::1]/',
      'https://[fec0::1]/',
      'https://[ff02::1]/',
    ].map((url) => [url, 'must be a public address']),
    ...[
      'https://localhost/',
      'https://LOCALHOST/',
      'https://localhost./',
      'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    ].map((url) => [
      url,
      'must be a name that resolves to public addresses, as of a server that the internet can reach',
    ]),
    ...[
      'https://93.184.215.14:80/',
      'https://93.184.215.14:22/hooks',
      'https://93.184.215.14:4443/',
      'https://[2606:4700::6810:84e5]:6379/',
    ].map((url) => [url, 'must have the port 443 or 8443']),
  ])('%s is refused: %s', async (url, message) => {
    const refused = await webhooks.live.post(WEBHOOKS, { body: { url } });
    expect([refused.status, refused.body.error?.details]).toEqual([
      400,
      [{ path: 'url', message }],
    ]);
  });

  it.each([
    'https://93.184.215.14/',
    'https://8.8.8.8:8443/a?b=c',
    'https://8.8.8.8:443/',
    'https://172.32.0.1/',
    'https://100.63.255.255/',
    'https://[2606:4700::6810:84e5]/',
  ])('%s is taken', async (url) => {
    expect((await webhooks.test.post(WEBHOOKS, { body: { url } })).status).toBe(201);
  });
});

it('holds no white space and no control character in an allowed network either', async () => {
  const guard = new AddressGuard(['127.0.0.0/8']);
  for (const protocol of ['http', 'https']) {
    expect(await guard.violationIn(`${protocol}://127.0.0.1/hooks`)).toBeUndefined();
    for (const hidden of ['\u001b[2J', '\r', '\n', '\t', ' ', '\u0085', '\u2028']) {
      expect(await guard.violationIn(`${protocol}://127.0.0.1/a${hidden}b`)).toBe(
        'must not hold white space or control characters',
      );
    }
  }
});

it('takes any port in an allowed network, and in it alone', async () => {
  const guard = new AddressGuard(['127.0.0.0/8']);
  expect(await guard.violationIn('https://127.0.0.1:9443/')).toBeUndefined();
  expect(await guard.violationIn('http://127.0.0.1:3001/')).toBeUndefined();
  expect(await guard.violationIn('https://93.184.215.14:9443/')).toBe(
    'must have the port 443 or 8443',
  );
});

it('answers a name that leads into our network like one that does not resolve', async () => {
  const names = ['localhost', 'inner.localhost', 'does-not-resolve.invalid'];
  const answers = await Promise.all(
    names.map((name) => webhooks.live.post(WEBHOOKS, { body: { url: `https://${name}/` } })),
  );
  const bare = answers.map(({ status, body }) => [status, { ...body.error, request_id: '' }]);
  expect(bare[1]).toEqual(bare[0]);
  expect(bare[2]).toEqual(bare[0]);
  expect(bare[0]).toEqual([
    400,
    expect.objectContaining({
      details: [
        {
          path: 'url',
          message:
            'must be a name that resolves to public addresses, as of a server that the internet can reach',
        },
      ],
    }),
  ]);
});
