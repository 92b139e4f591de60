import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenAnywhere } from './listen-anywhere.js';

/** Request as a customer's server received it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

/** Customer's server on 127.0.0.1. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Sets the answer from now on. At first the answer is 200 without a body. */
  answer: (response: ServerResponse, request: Received) => void;
  stop(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const seen = { path: request.url ?? '', headers: request.headers, body, at: Date.now() };
    receiver.received.push(seen);
    receiver.answer(response, seen);
  });
  const port = await listenAnywhere(server);
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    answer: (response) => void response.end(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
