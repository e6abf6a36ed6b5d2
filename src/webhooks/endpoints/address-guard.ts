// Webhooks may reach public addresses, over https. This is checked when an endpoint is created, at each
// resolution and of the connected socket, so that no name can be turned against our network in between.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { nameResolver } from './resolve-name.ts';

/** What `URL` calls the ports that may be named; the default one has no name. */
const PORTS = ['', '8443'];
const LOOKUP_MILLISECONDS_MAX = 3_000;
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** Public by its number, and yet the host's own: Azure's platform, which hands out certificates and DNS. */
const HOST_OWNED = ipaddr.parse('168.63.129.16').toString();

/** The contract's pattern. `URL` mends other slashes and capitals, and an endpoint is shown as it was sent. */
const AS_WRITTEN = /^https:\/\/[^\s/?#@\\]+([/?][^\s#]*)?$/;
/** `URL` drops or escapes these, and anyone who is shown the url as it was sent may be shown another. */
const UNWRITABLE = /[\s\p{Cc}]/u;

const bySystem = nameResolver();

export class AddressGuard {
  readonly #allowed: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];

  /** @param allowedNetworks CIDRs that are excepted, over http too */
  constructor(allowedNetworks: readonly string[]) {
    this.#allowed = allowedNetworks.map((network) => ipaddr.parseCIDR(network));
  }

  /**
   * Whether this is an address of the public internet. Private, loopback, link-local, CGNAT, multicast,
   * reserved, documentation, mapped, 6to4, Teredo and NAT64 addresses are not (the IANA special-purpose
   * registries, RFC 6890 and its updates).
   */
  isReachable(address: string): boolean {
    return this.isExcepted(address) || isPublic(address);
  }

  isExcepted(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.parse(address);
    return this.#allowed.some(
      ([network, bits]) => parsed.kind() === network.kind() && parsed.match([network, bits]),
    );
  }

  /**
   * Returns what is wrong with a url, in words that follow its name; undefined when nothing is. A name that leads
   * to a forbidden address is refused in the same words as one that leads nowhere: the answer must not reveal
   * which names our network has.
   */
  async violationIn(url: string): Promise<string | undefined> {
    if (UNWRITABLE.test(url)) return 'must not hold white space or control characters';
    const parsed = URL.parse(url);
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) return 'must be an https url';
    if (parsed.username !== '' || parsed.password !== '') return 'must not carry user info';
    if (parsed.hash !== '') return 'must not have a fragment';
    const host = parsed.hostname.replace(/^\[|\]$/g, '');
    const isName = isIP(host) === 0;
    const addresses = isName ? await resolve(host) : [host];
    const isExcepted = addresses.length > 0 && addresses.every((one) => this.isExcepted(one));
    if (parsed.protocol === 'http:') return isExcepted ? undefined : 'must be an https url';
    const isFine = addresses.length > 0 && addresses.every((one) => this.isReachable(one));
    if (!isFine) {
      return isName
        ? 'must be a name that resolves to public addresses, as of a server that the internet can reach'
        : 'must be a public address';
    }
    if (!isExcepted && !PORTS.includes(parsed.port)) return 'must have the port 443 or 8443';
    return AS_WRITTEN.test(url) ? undefined : 'must be an https url';
  }
}

function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // An IPv4 address in the clothes of an IPv6 one is judged as neither: no one needs it. Of IPv6 only
  // 2000::/3 is given out (IANA, IPv6 global unicast); ::7f00:1 and the like have no range of their own.
  const isGivenOut = parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
  return isGivenOut && parsed.range() === 'unicast' && parsed.toString() !== HOST_OWNED;
}

async function resolve(name: string): Promise<string[]> {
  return new Promise((done) => {
    setTimeout(done, LOOKUP_MILLISECONDS_MAX, []).unref();
    bySystem(name, { all: true }, (_error, found) =>
      done(Array.isArray(found) ? found.map(({ address }) => address) : []),
    );
  });
}
