import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';

/**
 * Tells a client's address. X-Forwarded-For is believed of the listed proxies alone (addresses, subnets, or the names
 * `loopback`, `linklocal`, `uniquelocal`, with commas between); throws when one of them cannot be read.
 */
export function createAddressOf(trustedProxies: string): (request: IncomingMessage) => string {
  const listed = trustedProxies.split(',').map((entry) => entry.trim());
  const isTrusted = proxyAddress.compile(listed.filter((entry) => entry !== ''));
  return (request) => proxyAddress(request, isTrusted) ?? 'unknown';
}
