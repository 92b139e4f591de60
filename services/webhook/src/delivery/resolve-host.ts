import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

// Names with a dot are asked of the name servers directly: the system's own look-up has four threads for the whole
// process, which a few receivers with dead name servers would hold.
const resolver = new Resolver({ timeout: 1_500, tries: 2 });

function isLocalName(name: string): boolean {
  return !name.includes('.') || name.endsWith('.localhost');
}

/** All addresses of a host name; rejects when there are none or the name servers do not answer within three seconds. */
export async function resolveHost(hostname: string): Promise<ResolvedAddress[]> {
  const name = hostname.replace(/\.$/, '').toLowerCase();
  if (isLocalName(name)) return lookup(name, { all: true });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0) throw new Error('The name has no address.');
  return addresses.map((address) => ({ address, family: isIP(address) }));
}
