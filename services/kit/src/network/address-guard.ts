import { lookup as lookupInSystem, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressRanges } from './address-ranges.js';
import { type PortRanges, readPort } from './port-ranges.js';
import { isPublicAddress } from './public-address.js';

/** Error for an address or port that connections may not use. */
export class AddressRefused extends Error {
  constructor(message = 'The address is private or reserved.') {
    super(message);
    this.name = 'AddressRefused';
  }
}

/** Error for a host name without an address, or for name servers that don't answer. */
export class HostUnknown extends Error {
  constructor(cause: unknown) {
    super('The host name could not be resolved.', { cause });
    this.name = 'HostUnknown';
  }
}

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Determines the addresses to which connections may be made. */
export interface AddressGuard {
  /**
   * Returns the addresses of the receiver at the URL. Empty if a proxy resolves the name. Rejects with AddressRefused
   * if the port or any of the addresses is not allowed, and with HostUnknown.
   */
  resolve(url: URL): Promise<ResolvedAddress[]>;
}

export interface AddressRules {
  /**
   * Whether every address is allowed except those in `denied`. For the local system, because its receivers have private
   * addresses.
   */
  readonly allowPrivate: boolean;
  /** Ranges that the operator has configured. */
  readonly denied: AddressRanges;
  readonly ports: PortRanges;
  /** Whether a proxy resolves names. Then only literal addresses are checked here. */
  readonly isProxied: boolean;
}

/** Name servers. Both methods resolve to the addresses of a name, and reject if it has none. */
interface NameServers {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
}

// Names that contain a dot are sent to the name servers directly. The system's lookup uses one of the process's four
// threads. A few receivers with dead name servers would occupy them all.
const systemNameServers = new Resolver({ timeout: 1_500, tries: 2 });

function isLocalName(name: string): boolean {
  return !name.includes('.') || name.endsWith('.localhost');
}

/**
 * Time for which a lookup waits for the second address family after the first has addresses. Some name servers don't
 * answer questions for IPv6 (RFC 8305, section 3, with time for distant servers).
 */
const otherFamilyMs = 500;

/** Returns the addresses of a host name. Rejects when it has none, or when the name servers don't answer. */
export async function resolveHost(
  hostname: string,
  nameServers: NameServers = systemNameServers,
): Promise<ResolvedAddress[]> {
  const name = hostname.replace(/\.$/, '').toLowerCase();
  if (isLocalName(name)) return lookupInSystem(name, { all: true });
  const found: string[] = [];
  const add = async (addresses: Promise<string[]>) => void found.push(...(await addresses));
  const families = [add(nameServers.resolve4(name)), add(nameServers.resolve6(name))];
  const timer = new AbortController();
  const isOver = Promise.any(families).then(() => sleep(otherFamilyMs, undefined, { signal: timer.signal }));
  await Promise.race([Promise.allSettled(families), isOver.catch(() => undefined)]);
  timer.abort();
  if (found.length === 0) throw new Error('The name has no address.');
  return found.map((address) => ({ address, family: isIP(address) })).sort((one, next) => one.family - next.family);
}

function stripBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

export function createAddressGuard(
  { allowPrivate, denied, ports, isProxied }: AddressRules,
  resolveName = resolveHost,
): AddressGuard {
  const isRefused = ({ address }: ResolvedAddress) =>
    denied.contains(address) || (!allowPrivate && !isPublicAddress(address));
  const findAddresses = async (name: string): Promise<ResolvedAddress[]> => {
    const family = isIP(name);
    if (family !== 0) return [{ address: name, family }];
    if (isProxied) return [];
    return resolveName(name).catch((error: unknown) => {
      throw new HostUnknown(error);
    });
  };
  return {
    resolve: async (url) => {
      if (!ports.contains(readPort(url))) throw new AddressRefused(`The port is not one of ${ports.description}.`);
      const addresses = await findAddresses(stripBrackets(url.hostname));
      // One private address is enough to refuse the name, because DNS rebinding mixes private with public addresses.
      if (addresses.some(isRefused)) throw new AddressRefused();
      return addresses;
    },
  };
}
