import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listenAnywhere } from '../../support/listen-anywhere.js';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Creates an answer with `body` as JSON, and with its length. */
export function answerJson(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...headers,
    });
    response.end(body);
  };
}

/** Service behind the gateway. Answers as a test specifies, and records the requests that it receives. */
export class StubService {
  readonly received: ReceivedRequest[] = [];
  /** Answers once the whole request has arrived. */
  answer: Answer = answerJson(200, '{"id":"lead_1"}');
  /** Replaces `answer`. Answers when the request begins to arrive. */
  answerEarly: Answer | null = null;
  readonly #server: Server = createServer((request, response) => this.#serve(request, response));

  /** Number of connections accepted so far. */
  connectionCount = 0;

  async start(): Promise<string> {
    this.#server.on('connection', () => {
      this.connectionCount += 1;
    });
    return `http://127.0.0.1:${await listenAnywhere(this.#server)}`;
  }

  get last(): ReceivedRequest {
    const last = this.received.at(-1);
    if (!last) throw new Error('The stub has received no request.');
    return last;
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    if (this.answerEarly) {
      this.answerEarly(request, response);
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
    this.answer = answerJson(200, '{"id":"lead_1"}');
    this.answerEarly = null;
  }

  /** Connections that are currently open. */
  countOpenConnections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
