import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/**
 * Time between two look-ups. A name server may cache results for a few seconds (CoreDNS: 5). Stopping pods continue to
 * serve for longer than the interval and the cache together.
 */
const lookIntervalMs = 2_000;

/**
 * Looks up the addresses behind a name immediately and then every two seconds, and reports them when they change. A
 * look-up that fails or finds nothing is ignored. An IP address is reported once, unchanged. Returns a function that
 * ends the look-ups.
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
    // Resolvers rotate the addresses, so a different order isn't a change.
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
