import { lookup as lookupInSystem, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** The address is not a public one, so it is not dialled. */
export class AddressRefused extends Error {
  constructor() {
    super('The address is private or reserved.');
    this.name = 'AddressRefused';
  }
}

/** The host name has no address, or the name servers do not answer. */
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

/** Decides which addresses may be dialled. */
export interface AddressGuard {
  /** The addresses of a host, name or literal. Rejects with AddressRefused when one is not public, or HostUnknown. */
  resolve(host: string): Promise<ResolvedAddress[]>;
  /** The look-up for a socket, so that it dials the addresses that were checked. */
  readonly lookup: LookupFunction;
}

// Names with a dot are asked of the name servers directly: the system's look-up uses one of four threads of the
// process, which a few receivers with dead name servers would occupy.
const resolver = new Resolver({ timeout: 1_500, tries: 2 });

function isLocalName(name: string): boolean {
  return !name.includes('.') || name.endsWith('.localhost');
}

/** All addresses of a host name. Rejects when it has none, or when the name servers do not answer. */
async function resolveHost(hostname: string): Promise<ResolvedAddress[]> {
  const name = hostname.replace(/\.$/, '').toLowerCase();
  if (isLocalName(name)) return lookupInSystem(name, { all: true });
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length === 0) throw new Error('The name has no address.');
  return addresses.map((address) => ({ address, family: isIP(address) }));
}

function stripBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

/** `allowPrivate` lets every address pass, for the local system, whose receivers have private addresses. */
export function createAddressGuard(allowPrivate: boolean, resolveName = resolveHost): AddressGuard {
  const resolve = async (host: string): Promise<ResolvedAddress[]> => {
    const name = stripBrackets(host);
    const family = isIP(name);
    const addresses = family
      ? [{ address: name, family }]
      : await resolveName(name).catch((error: unknown) => {
          throw new HostUnknown(error);
        });
    // DNS rebinding mixes a private address with public ones, so one private address refuses the whole name.
    if (!allowPrivate && addresses.some(({ address }) => !isPublicAddress(address))) throw new AddressRefused();
    return addresses;
  };
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        if (options.all) return callback(null, addresses);
        const [first] = addresses;
        if (first) callback(null, first.address, first.family);
        else callback(new HostUnknown(undefined), '', 4);
      },
      (error: Error) => callback(error, '', 4),
    );
  };
  return { resolve, lookup };
}
