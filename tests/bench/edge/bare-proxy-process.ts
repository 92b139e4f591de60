import { createServer } from 'node:http';
import { Pool } from 'undici';
import { listenAnywhere } from '../../support/listen-anywhere.js';

/**
 * Shows the minimum cost of a process in front of a service. Forwards each request over a kept-alive connection and
 * returns the answer. Uses the gateway's server and client, but no other part of the gateway.
 */
const pool = new Pool(process.env.SERVICE_URL ?? '', { connections: 64, pipelining: 1 });

const server = createServer((request, response) => {
  const { method = 'GET', url: path = '/', headers } = request;
  const authorization = headers.authorization ?? '';
  const body = method === 'GET' ? null : request;
  const passedOn = { body, headers: { authorization, 'content-type': 'application/json' }, method, path };
  pool.dispatch(passedOn, {
    onRequestStart: () => undefined,
    onResponseStart: (_controller, status, received) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': Number(received['content-length']),
      });
    },
    onResponseData: (_controller, chunk) => void response.write(chunk),
    onResponseEnd: () => response.end(),
    onResponseError: (_controller, error) => response.destroy(error),
  });
});

const port = await listenAnywhere(server);
process.send?.({ port });
process.once('disconnect', () => process.exit(0));
