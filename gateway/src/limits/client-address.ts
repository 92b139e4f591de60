import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';

const mappedIpv4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Reads where requests come from. X-Forwarded-* headers are believed of trusted proxies alone. */
export interface ClientAddresses {
  /** The client's address; one of IPv4 is not written as one of IPv6. */
  read(request: IncomingMessage): string;
  /** The scheme of the client's URL. */
  readScheme(request: IncomingMessage): 'http' | 'https';
  /** Whether a connection from this address is one of a trusted proxy. */
  isTrusted(address: string): boolean;
}

type Trusts = (address: string, distance: number) => boolean;

const parseEntries = (trustedProxies: string) =>
  trustedProxies
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** A number of proxies, one behind the other; null where their addresses are listed. */
function parseHops(trustedProxies: string): number | null {
  return /^\d{1,2}$/.test(trustedProxies.trim()) ? Number(trustedProxies) : null;
}

/** Ranges that hold clients as well as proxies: whoever has such an address could choose another one. */
const wideRanges: ReadonlySet<string> = new Set([
  'uniquelocal',
  'linklocal',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  '0.0.0.0/0',
  '::/0',
]);

/** The entries that let clients choose their address. */
export function findWideTrust(trustedProxies: string): readonly string[] {
  return parseEntries(trustedProxies).filter((entry) => wideRanges.has(entry.toLowerCase()));
}

/**
 * Creates the reader for the trusted proxies: how many there are, one behind the other, or their addresses, subnets, or the names
 * `loopback`, `linklocal`, `uniquelocal`, separated by commas. Throws when an entry cannot be parsed.
 */
export function createClientAddresses(trustedProxies: string): ClientAddresses {
  const hops = parseHops(trustedProxies);
  const trusts: Trusts =
    hops === null ? proxyAddress.compile(parseEntries(trustedProxies)) : (_address, distance) => distance < hops;
  const isTrusted = (address: string) => trusts(address, 0);
  return {
    isTrusted,
    read: (request) => (proxyAddress(request, trusts) ?? 'unknown').replace(mappedIpv4, '$1'),
    readScheme: (request) => {
      const isFromProxy = isTrusted(request.socket.remoteAddress ?? '');
      return isFromProxy && request.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
    },
  };
}
