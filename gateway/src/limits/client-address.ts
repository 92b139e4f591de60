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

/**
 * Creates the reader for the listed proxies: addresses, subnets, or the names `loopback`, `linklocal`, `uniquelocal`,
 * separated by commas. Throws when an entry cannot be parsed.
 */
export function createClientAddresses(trustedProxies: string): ClientAddresses {
  const entries = trustedProxies.split(',').map((entry) => entry.trim());
  const trusts = proxyAddress.compile(entries.filter((entry) => entry !== ''));
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
