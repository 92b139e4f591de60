import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenAnywhere } from './listen-anywhere.js';

/** A request as a customer's server saw it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

/** A customer's server on 127.0.0.1. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** What it answers from now on; 200 without a body at first. */
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
