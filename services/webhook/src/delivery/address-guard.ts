import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';
import { type ResolvedAddress, resolveHost } from './resolve-host.js';

/** A receiver's address is not one that may be dialled. */
export class AddressRefused extends Error {
  constructor() {
    super('The address is private or reserved.');
    this.name = 'AddressRefused';
  }
}

/** A receiver's name has no address, or its name servers do not answer. */
export class HostUnknown extends Error {
  constructor(cause: unknown) {
    super('The host name could not be resolved.', { cause });
    this.name = 'HostUnknown';
  }
}

/** Decides which addresses may be dialled. */
export interface AddressGuard {
  /** Addresses of a host, name or literal. Rejects with AddressRefused when any is not public, or with HostUnknown. */
  resolve(host: string): Promise<ResolvedAddress[]>;
  /** The look-up for a socket, so that the address that was checked is the one that is dialled. */
  readonly lookup: LookupFunction;
}

function literal(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

/** `allowPrivate` lets every address pass, for a machine where receivers are local. */
export function createAddressGuard(allowPrivate: boolean, resolveName = resolveHost): AddressGuard {
  const resolve = async (host: string): Promise<ResolvedAddress[]> => {
    const name = literal(host);
    const family = isIP(name);
    const addresses = family
      ? [{ address: name, family }]
      : await resolveName(name).catch((error: unknown) => {
          throw new HostUnknown(error);
        });
    // One private address among public ones is how a name is rebound: the whole name is refused.
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
