import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listenAnywhere } from '../support/listen-anywhere.js';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers `body` as JSON, with its length. */
export function json(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...headers,
    });
    response.end(body);
  };
}

/** A service behind the gateway that answers what a test tells it to, and remembers what it was asked. */
export class StubService {
  readonly received: Received[] = [];
  /** Answers once the whole request has arrived. */
  answer: Answer = json(200, '{"id":"lead_1"}');
  /** Takes the request as it begins to arrive, in place of `answer`. */
  take: Answer | null = null;
  readonly #server: Server = createServer((request, response) => this.#serve(request, response));

  /** Connections that were ever made to it. */
  accepted = 0;

  async start(): Promise<string> {
    this.#server.on('connection', () => {
      this.accepted += 1;
    });
    return `http://127.0.0.1:${await listenAnywhere(this.#server)}`;
  }

  get last(): Received {
    const last = this.received.at(-1);
    if (!last) throw new Error('The stub was not asked.');
    return last;
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    if (this.take) {
      this.take(request, response);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      this.received.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
      this.answer(request, response);
    });
  }

  reset(): void {
    this.received.length = 0;
    this.answer = json(200, '{"id":"lead_1"}');
    this.take = null;
  }

  connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
