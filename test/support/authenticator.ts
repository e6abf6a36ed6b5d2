// A passkey of software: it makes an ES256 key pair, and answers the challenges of the service as a browser's does.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Browser } from './browsers.ts';
import type { Answered } from './client.ts';

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest();

export interface Passkey {
  /** Keeps it for who is signed in at the browser. */
  register(browser: Browser): Promise<Answered>;
  /** Answers a challenge that the browser asks for. */
  answer(browser: Browser): Promise<{ challenge_id: string; response: Record<string, unknown> }>;
}

export function makePasskey(url: string): Passkey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const client = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: url, crossOrigin: false }));
  const authenticator = (flags: number, more = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head[0] = flags;
    return Buffer.concat([sha256(new URL(url).hostname), head, more]);
  };
  const credential = (response: Record<string, Buffer>) => {
    const coded = Object.entries(response).map(([name, value]) => [
      name,
      value.toString('base64url'),
    ]);
    const rawId = id.toString('base64url');
    const fields = { clientExtensionResults: {}, response: Object.fromEntries(coded) };
    return { id: rawId, rawId, type: 'public-key', ...fields };
  };
  return {
    register: async (browser) => {
      const asked = await browser.post('/me/passkeys/options');
      if (asked.status !== 201) return asked;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE_Key (RFC 9053) and the attestation object (WebAuthn, section 6.5.4), in CBOR.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const made = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = authenticator(PRESENT_AND_VERIFIED | WITH_CREDENTIAL, made);
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      const clientDataJSON = client('webauthn.create', asked.body.options.challenge);
      const response = credential({ clientDataJSON, attestationObject });
      const { challenge_id } = asked.body;
      return browser.post('/me/passkeys', { body: { challenge_id, response } });
    },
    answer: async (browser) => {
      const { challenge_id, options } = (await browser.post('/session/passkey/options')).body;
      const clientDataJSON = client('webauthn.get', options.challenge);
      const authenticatorData = authenticator(PRESENT_AND_VERIFIED);
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      const signature = sign('sha256', signed, privateKey);
      return {
        challenge_id,
        response: credential({ clientDataJSON, authenticatorData, signature }),
      };
    },
  };
}
