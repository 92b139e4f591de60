import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenAnywhere } from '../../../../support/listen-anywhere.js';

const mishaps = [
  'lost',
  'none',
  'limited',
  'none',
  'none',
  'unavailable',
  'none',
  'torn',
  'none',
  'none',
  'none',
] as const;

/** Proxy for the API that loses answers to executed requests, and refuses requests for some time. */
interface UnreliableHost {
  readonly url: string;
  /** Number of requests that the API has handled, and the number after which further requests get no answer. */
  readonly passed: { count: number; atMost: number };
  stop(): void;
}

export async function startUnreliableHost(target: string): Promise<UnreliableHost> {
  const passed = { count: 0, atMost: Number.POSITIVE_INFINITY };
  let place = 0;
  const server = createServer(async (request, response) => {
    const mishap = mishaps[place++ % mishaps.length];
    const body = await buffer(request);
    if (passed.count >= passed.atMost) return;
    if (mishap === 'limited' || mishap === 'unavailable') {
      const [status, code] = mishap === 'limited' ? [429, 'RATE_LIMIT_EXCEEDED'] : [503, 'SERVICE_UNAVAILABLE'];
      response.writeHead(status, { 'retry-after': '0', 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: false, error: { code, message: 'Later.', retry_after: 0 } }));
      return;
    }
    const { method = 'GET', url = '/', headers } = request;
    const answer = await fetch(target + url, {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body.length > 0 && { body }),
    });
    const text = Buffer.from(await answer.arrayBuffer());
    passed.count += 1;
    if (mishap === 'lost') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': text.length });
    if (mishap === 'none') response.end(text);
    else response.write(text.subarray(0, text.length / 2), () => request.socket.destroy());
  });
  const port = await listenAnywhere(server);
  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
