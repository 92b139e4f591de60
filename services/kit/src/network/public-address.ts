import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Azure's metadata service. Other clouds use link-local addresses for theirs. */
const azureMetadata = '168.63.129.16';

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== azureMetadata;
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicIpv4(address.toIPv4Address());
  // A NAT64 address leads to the IPv4 address in its last four bytes.
  if (address.match(nat64)) return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(globalUnicast) && address.range() === 'unicast';
}

/**
 * Returns whether an IP address belongs to the public internet. Refuses private, loopback, link-local (cloud metadata),
 * shared, multicast and reserved addresses. Also refuses IPv6 forms that embed an IPv4 address or tunnel to one.
 */
export function isPublicAddress(text: string): boolean {
  const family = isIP(text);
  if (family === 4) return isPublicIpv4(ipaddr.IPv4.parse(text));
  const bracketed = `http://[${text}]/`;
  if (family !== 6 || !URL.canParse(bracketed)) return false;
  // The address must be in canonical spelling, because ipaddr.js parses some other spellings differently from the
  // operating system.
  return isPublicIpv6(ipaddr.IPv6.parse(new URL(bracketed).hostname.slice(1, -1)));
}
