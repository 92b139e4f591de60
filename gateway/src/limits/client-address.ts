import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

const dottedIpv4 = /^\d{1,3}(\.\d{1,3}){3}$/;
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

/**
 * What an address counts as in limits: an IPv4 address as itself, also when it is mapped into IPv6, and an IPv6 address as its
 * /64, as every client has a whole one.
 */
export function toLimitedNetwork(address: string): string {
  if (dottedIpv4.test(address)) return address;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
