// An issuer of OpenID Connect, on a real socket: who signs in there is what the test says.
import { createSign, generateKeyPairSync, hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { clientId: 'pharmacy', clientSecret: 'a secret of the test' };

export interface IssuedClaims {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

export interface OidcIssuer {
  readonly url: string;
  /** Who signs in next. */
  who: IssuedClaims;
  /** Claims that the next id token has instead of the right ones. */
  wrong: Record<string, unknown>;
  /** The right key of the issuer, or one that no one knows. */
  key: 'own' | 'foreign';
  close(): Promise<void>;
}

export async function startIssuer(): Promise<OidcIssuer> {
  const [own, foreign] = [newKey(), newKey()];
  const codes = new Map<string, URLSearchParams>();
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '/', issuer.url);
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (address.pathname === '/.well-known/openid-configuration') {
      return json({
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      });
    }
    if (address.pathname === '/keys') {
      const jwk = own.publicKey.export({ format: 'jwk' });
      return json({ keys: [{ ...jwk, kid: 'one', alg: 'RS256', use: 'sig' }] });
    }
    if (address.pathname === '/authorize') {
      const code = randomUUID();
      codes.set(code, address.searchParams);
      const back = new URL(address.searchParams.get('redirect_uri') as string);
      back.searchParams.set('code', code);
      back.searchParams.set('state', address.searchParams.get('state') as string);
      return response.writeHead(302, { location: back.href }).end();
    }
    const asked = new URLSearchParams(await textOf(request));
    const begun = codes.get(asked.get('code') ?? '');
    codes.delete(asked.get('code') ?? '');
    const isRight =
      begun?.get('code_challenge') ===
        hash('sha256', asked.get('code_verifier') ?? '', 'base64url') &&
      begun?.get('code_challenge_method') === 'S256' &&
      begun?.get('redirect_uri') === asked.get('redirect_uri') &&
      asked.get('client_secret') === CLIENT.clientSecret;
    if (!isRight) return json({ error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer.url,
      aud: CLIENT.clientId,
      iat: now,
      exp: now + 60,
      nonce: begun?.get('nonce'),
      ...issuer.who,
      ...issuer.wrong,
    };
    const parts = [{ alg: 'RS256', kid: 'one', typ: 'JWT' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const { privateKey } = issuer.key === 'own' ? own : foreign;
    const signature = createSign('sha256').update(parts.join('.')).sign(privateKey, 'base64url');
    return json({
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 60,
      id_token: [...parts, signature].join('.'),
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer: OidcIssuer = {
    url: `http://127.0.0.1:${port}`,
    who: { sub: 'nobody' },
    wrong: {},
    key: 'own',
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return issuer;
}

function newKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
