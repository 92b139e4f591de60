import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { GatewayFixture } from './gateway-fixture.js';

/** Part of an upload that the service behind the gateway has received. */
export class ReceivedUpload {
  byteCount = 0;
  headers: IncomingMessage['headers'] = {};
  outcome: 'open' | 'whole' | 'aborted' = 'open';
  readonly hash = createHash('sha256');
}

export interface UploadOptions {
  readonly headers?: Record<string, string>;
  readonly workspaceId?: string;
  readonly key?: string;
}

/** Starts a request by sending its head and its first bytes. */
export function openUpload(
  { live, verification }: GatewayFixture,
  { headers = {}, workspaceId = 'ws_1', key }: UploadOptions = {},
): ClientRequest {
  const credential = key ?? verification.createKey(['write:leads'], { workspaceId });
  const sent = { authorization: `Bearer ${credential}`, 'content-type': 'text/csv', ...headers };
  const outgoing = request(`${live}/v1/leads/import`, { method: 'POST', agent: false, headers: sent });
  return outgoing.on('error', () => undefined);
}

/** Resolves to the answer to a request. Rejects if there is none. */
export async function readAnswer(outgoing: ClientRequest) {
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (!response) throw new Error('There is no response.');
  const text = (await buffer(response)).toString('utf8');
  return { status: response.statusCode ?? 0, headers: response.headers, json: JSON.parse(text) };
}

/** Makes the service accept uploads. It answers 202 to complete uploads. */
export function takeUploads({ stub }: GatewayFixture): ReceivedUpload[] {
  const received: ReceivedUpload[] = [];
  stub.answerEarly = (incoming: IncomingMessage, response: ServerResponse) => {
    const upload = new ReceivedUpload();
    upload.headers = incoming.headers;
    received.push(upload);
    incoming.on('error', () => undefined);
    incoming.on('data', (chunk: Buffer) => {
      upload.byteCount += chunk.length;
      upload.hash.update(chunk);
    });
    incoming.once('close', () => {
      if (upload.outcome === 'open') upload.outcome = 'aborted';
    });
    incoming.once('end', () => {
      upload.outcome = 'whole';
      response.writeHead(202, { 'content-type': 'application/json', 'retry-after': '1' }).end('{"id":"imp_1"}');
    });
  };
  return received;
}

/** Writes as fast as the other side reads, and stops after `byteCount` bytes or when the answer arrives. */
export async function writeBytes(outgoing: ClientRequest, byteCount: number, chunk = Buffer.alloc(65_536, 'a')) {
  const isOver = new AbortController();
  outgoing.once('response', () => isOver.abort()).once('close', () => isOver.abort());
  for (let written = 0; written < byteCount && !isOver.signal.aborted; written += chunk.length) {
    if (outgoing.write(chunk.subarray(0, byteCount - written))) continue;
    await once(outgoing, 'drain', { signal: isOver.signal }).catch(() => undefined);
  }
}
