import { exchangeBytes } from './net/exchange-bytes.js';
import type { Part } from './part.js';

const CONNECT_DEADLINE_MS = 5_000;

/**
 * A part for a server that runs already and whose URL is in the environment; undefined when it is not.
 * @throws Error naming the variable when its URL cannot be read or nothing listens there.
 */
export async function findGivenServer(
  name: string,
  variable: string,
  defaultPort: number,
  environment: NodeJS.ProcessEnv,
): Promise<Part | undefined> {
  const url = environment[variable];
  if (!url) return undefined;
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address?.hostname) throw new Error(`${variable} is not a URL with a host`);
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const port = Number(address.port || defaultPort);
  await exchangeBytes(host, port, Buffer.alloc(0), AbortSignal.timeout(CONNECT_DEADLINE_MS)).catch(() => {
    throw new Error(`${variable} names ${host}:${port}, where nothing listens`);
  });
  return { name, url, origin: `${variable} in the environment`, processIds: () => [], stop: async () => undefined };
}
