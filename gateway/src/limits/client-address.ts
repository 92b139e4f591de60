import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';

const mappedIpv4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Reads the origin of requests. X-Forwarded-* headers count only from trusted proxies. */
export interface ClientAddresses {
  /** Returns the client's address. An IPv4 address is never written in its IPv6 form. */
  read(request: IncomingMessage): string;
  /** Returns the scheme of the URL that the client used. */
  readScheme(request: IncomingMessage): 'http' | 'https';
  /** Returns whether an address belongs to a trusted proxy. */
  isTrusted(address: string): boolean;
}

type Trusts = (address: string, distance: number) => boolean;

const parseEntries = (trustedProxies: string) =>
  trustedProxies
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Parses the number of proxies in a row; null when the proxies' addresses are listed instead. */
function parseHops(trustedProxies: string): number | null {
  return /^\d{1,2}$/.test(trustedProxies.trim()) ? Number(trustedProxies) : null;
}

/** Ranges that contain clients as well as proxies. A client with such an address could claim any other address. */
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

/** Finds the entries with which clients could choose their own address. */
export function findWideTrust(trustedProxies: string): readonly string[] {
  return parseEntries(trustedProxies).filter((entry) => wideRanges.has(entry.toLowerCase()));
}

/**
 * Creates the reader for the trusted proxies. `trustedProxies` is the number of proxies in a row, or a comma-separated
 * list of addresses, subnets or the names `loopback`, `linklocal` and `uniquelocal`. Throws when an entry can't be
 * parsed.
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
