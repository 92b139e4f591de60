import { BlockList, isIP } from 'node:net';

/** Ranges of IP addresses, in CIDR notation. */
export interface AddressRanges {
  contains(address: string): boolean;
}

function parseRange(text: string): { network: string; prefix: number; type: 'ipv4' | 'ipv6' } {
  const [network = '', length, ...rest] = text.split('/');
  const family = isIP(network);
  const bits = family === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  if (family === 0 || rest.length > 0 || !(prefix <= bits)) {
    throw new Error(`${text} must be an address or a range such as 203.0.113.0/24 or 2001:db8::/32`);
  }
  return { network, prefix, type: family === 4 ? 'ipv4' : 'ipv6' };
}

const nat64 = /^64:ff9b::([\da-f]{1,4}):([\da-f]{1,4})$/;

/** Returns the IPv4 address in a NAT64 address in canonical spelling. */
function findTranslated(canonical: string): string | null {
  const [, high, low] = nat64.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return null;
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.');
}

/**
 * Parses a comma-separated list of ranges. It may be empty. An IPv4 range also covers its IPv4-mapped and NAT64
 * addresses.
 */
export function parseAddressRanges(text: string): AddressRanges {
  const list = new BlockList();
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  for (const { network, prefix, type } of parts.map(parseRange)) list.addSubnet(network, prefix, type);
  return {
    contains: (address) => {
      if (isIP(address) === 4) return list.check(address, 'ipv4');
      if (!URL.canParse(`http://[${address}]/`)) return true;
      const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
      const translated = findTranslated(canonical);
      return list.check(canonical, 'ipv6') || (translated !== null && list.check(translated, 'ipv4'));
    },
  };
}
