import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * The address of the client, as the gateway tells it in X-Forwarded-For: it drops what the client sends in it. For servers that
 * the gateway alone reaches.
 */
export function readClientAddress({ headers, socket }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for'];
  return (typeof forwarded === 'string' ? forwarded : socket.remoteAddress) ?? 'unknown';
}

const dottedIpv4 = /^\d{1,3}(\.\d{1,3}){3}$/;

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
