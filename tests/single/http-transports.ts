import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { LocalDispatcher } from '@plotline/gateway/edge/local-dispatcher';
import { closeServer, createApp, createHttpServer, listen } from '@plotline/kit/http/server';
import { type Dispatcher, Pool } from 'undici';
import { freePort } from '../support/free-port.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of the kit, and the means to send requests to it. */
export interface HttpTransport {
  readonly dispatcher: Dispatcher;
  /** Answers the requests. Each test sets its own handler. */
  answer: Listener;
  /** Stops the server, so that the address no longer answers. */
  close(): Promise<void>;
}

async function startServer(connect: (server: Server) => Promise<Dispatcher>): Promise<HttpTransport> {
  const transport: { answer: Listener } = { answer: (_request, response) => void response.end() };
  const server = createHttpServer(
    createApp().use((request, response) => {
      transport.answer(request, response);
    }),
  );
  const dispatcher = await connect(server);
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    server.closeAllConnections();
    if (server.listening) await closeServer(server);
  };
  return Object.assign(transport, { dispatcher, close });
}

/** Transports for a request from the gateway to a service, each with its own server. */
export const httpTransports: Readonly<Record<string, () => Promise<HttpTransport>>> = {
  'over a connection': () =>
    startServer(async (server) => {
      const port = await freePort();
      await listen(server, port, '127.0.0.1');
      return new Pool(`http://127.0.0.1:${port}`, { headersTimeout: 0, bodyTimeout: 0, pipelining: 1 });
    }),
  'in the process': async () => {
    let found: Server | null = null;
    const transport = await startServer(async (server) => {
      found = server;
      return new LocalDispatcher(() => found);
    });
    const close = async () => {
      found = null;
    };
    return Object.assign(transport, { close });
  },
};

/** Outcome of one request. */
export interface HttpOutcome {
  readonly status: number | null;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly error: Error | null;
  /** Whether the request was sent, even if it was not answered. */
  readonly isSent: boolean;
}

type SentRequest = Partial<Dispatcher.DispatchOptions>;

/** Sends a request. Passes its controller and each part of the response to `watch`. */
export function dispatch(
  { dispatcher }: HttpTransport,
  options: SentRequest = {},
  watch: (controller: Dispatcher.DispatchController, received: number) => void = () => undefined,
): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    const outcome: { status: number | null; headers: IncomingHttpHeaders; isSent: boolean } = {
      status: null,
      headers: {},
      isSent: false,
    };
    const chunks: Buffer[] = [];
    let received = 0;
    const end = (error: Error | null) => resolve({ ...outcome, body: Buffer.concat(chunks).toString('utf8'), error });
    dispatcher.dispatch(
      { path: '/', method: 'GET', headers: [], body: null, ...options },
      {
        onRequestStart: (controller) => {
          outcome.isSent = true;
          watch(controller, received);
        },
        onResponseStart: (_controller, status, headers) => void Object.assign(outcome, { status, headers }),
        onResponseData: (controller, chunk) => {
          chunks.push(chunk);
          received += chunk.length;
          watch(controller, received);
        },
        onResponseEnd: () => end(null),
        onResponseError: (_controller, error) => end(error),
      },
    );
  });
}
