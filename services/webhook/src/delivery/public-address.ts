import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast';
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicIpv4(address.toIPv4Address());
  // What a NAT64 network makes of a public IPv4 address; the address inside is the one that is reached.
  if (address.match(translated)) return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(globalUnicast) && address.range() === 'unicast';
}

/**
 * Whether an IP address is one of the public internet. Everything else is refused: private, loopback, link-local (cloud
 * metadata), shared, multicast, reserved, and the IPv6 forms that hide an IPv4 address or tunnel to one.
 */
export function isPublicAddress(text: string): boolean {
  const family = isIP(text);
  if (family === 4) return isPublicIpv4(ipaddr.IPv4.parse(text));
  const bracketed = `http://[${text}]/`;
  if (family !== 6 || !URL.canParse(bracketed)) return false;
  // In its one canonical spelling: of the others ipaddr.js reads some differently from the system that dials.
  return isPublicIpv6(ipaddr.IPv6.parse(new URL(bracketed).hostname.slice(1, -1)));
}
