import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * Returns the client's address from the gateway's X-Forwarded-For; the gateway drops the client's own header. Only for
 * servers that nothing but the gateway reaches.
 */
export function readClientAddress({ headers, socket }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for'];
  return (typeof forwarded === 'string' ? forwarded : socket.remoteAddress) ?? 'unknown';
}

const dottedIpv4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * Returns the network that limits count an address for: an IPv4 address itself, also when mapped into IPv6, or the /64
 * of an IPv6 address, because every client has a whole one.
 */
export function toLimitedNetwork(address: string): string {
  if (dottedIpv4.test(address)) return address;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
