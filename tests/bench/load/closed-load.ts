import autocannon from 'autocannon';
import type { Answered } from '../compare-sides.js';

/** One request of a load. */
export interface LoadedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** Headers in addition to the headers of the load. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ClosedLoad {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  readonly createRequest: () => LoadedRequest;
}

/**
 * Sends requests on a number of connections. Each connection waits for an answer before it sends the next request.
 * Throws an error if any response was not a success, because fast refusals don't count as a result.
 */
export async function askInTurns({ url, headers, connections, seconds, createRequest }: ClosedLoad): Promise<Answered> {
  const sent = { ...headers, 'content-type': 'application/json' };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    // Each request has its own headers object, because autocannon adds the length of a body to it.
    requests: [
      {
        setupRequest: (request) => {
          const { headers: own, ...created } = createRequest();
          return { ...request, headers: { ...sent, ...own }, ...created };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    const statuses = Object.entries(result.statusCodeStats ?? {}).map(
      ([status, { count = 0 }]) => `${count} ${status}`,
    );
    throw new Error(`${url}: ${result.non2xx} refused (${statuses.join(', ')}), ${result.errors} failed.`);
  }
  return { answered: result['2xx'], seconds: result.duration };
}
