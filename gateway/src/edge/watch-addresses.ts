import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** A name server answers for up to a few seconds from memory, too (CoreDNS: 5); pods serve on for longer than both together. */
const lookIntervalMs = 2_000;

/**
 * Looks up the addresses behind a name, now and every two seconds, and tells them whenever they have changed. A look-up that fails or
 * finds nothing changes nothing. An address is told once, as it is. Returns what ends it.
 */
export function watchAddresses(
  hostname: string,
  onChange: (addresses: readonly string[]) => void,
  intervalMs = lookIntervalMs,
): () => void {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal)) {
    onChange([literal]);
    return () => undefined;
  }
  let known = '';
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const found = await lookup(hostname, { all: true }).catch(() => []);
    if (isEnded) return;
    // Resolvers give the addresses in turns, so that an order is no news.
    const addresses = [...new Set(found.map(({ address }) => address))].sort();
    if (addresses.length > 0 && addresses.join() !== known) {
      known = addresses.join();
      onChange(addresses);
    }
    timer = setTimeout(look, intervalMs).unref();
  };
  void look();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
