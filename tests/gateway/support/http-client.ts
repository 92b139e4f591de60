import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
  readonly key?: string;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends one HTTP request on a new connection. Rejects when the response is cut off. */
export function sendRequest(
  url: string,
  { method = 'GET', headers = {}, body, key }: RequestOptions = {},
): Promise<Reply> {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent: false, headers: { ...authorization, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parseJson(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Sends raw bytes. Resolves to everything that was received until the server closed the connection. */
export function sendRawRequest(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}
