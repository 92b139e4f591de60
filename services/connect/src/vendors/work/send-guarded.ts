import {
  type AddressGuard,
  AddressRefused,
  createAddressGuard,
  HostUnknown,
} from '@plotline/kit/network/address-guard';
import type { AddressRanges } from '@plotline/kit/network/address-ranges';
import { type Connections, createPinnedConnections } from '@plotline/kit/network/connections';
import { parsePortRanges } from '@plotline/kit/network/port-ranges';
import { VendorFailure } from '../model/vendor-failure.js';
import type { VendorRequest } from '../model/vendor-request.js';

/** Access to hosts that customers configure. Requests are only sent to public addresses that were checked. */
export interface Egress {
  readonly guard: AddressGuard;
  readonly connections: Connections;
}

/** Timeout for opening a connection. */
const connectTimeoutMs = 5_000;

/** Creates the access to customers' hosts. It refuses private addresses and the ranges that the operator denies. */
export function createEgress(denied: AddressRanges): Egress {
  const rules = { allowPrivate: false, denied, ports: parsePortRanges('443'), isProxied: false };
  return { guard: createAddressGuard(rules), connections: createPinnedConnections(connectTimeoutMs) };
}

function toRefusal(error: unknown): unknown {
  const field = 'settings.url';
  if (error instanceof AddressRefused) return new VendorFailure('request_refused', error.message, { field });
  if (error instanceof HostUnknown)
    return new VendorFailure('vendor_unavailable', error.message, { field, cause: error });
  return error;
}

/** TypeScript's browser types of `ReadableStream` lack `from`. */
function toStream(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await chunks.return?.();
    },
  });
}

/** Sends a request to a customer's host. Returns the response as `fetch` does. Follows no redirect. */
export async function sendGuarded(
  { guard, connections }: Egress,
  { url, method, headers, body }: VendorRequest,
  signal: AbortSignal,
  read: (response: Response) => Promise<Buffer>,
): Promise<{ readonly response: Response; readonly content: Buffer }> {
  const { origin, pathname, search } = new URL(url);
  const addresses = await guard.resolve(new URL(url)).catch((error: unknown) => {
    throw toRefusal(error);
  });
  return connections.use({ origin, addresses }, async ({ dispatcher }) => {
    const sent = { origin, path: pathname + search, method, headers, body, signal };
    const answer = await dispatcher.request(sent);
    const received = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    );
    // `Response` also reads an async iterable of chunks, and a stream is one.
    const hasBody = ![101, 103, 204, 205, 304].includes(answer.statusCode);
    const stream = hasBody ? toStream(answer.body) : null;
    if (!hasBody) await answer.body.dump();
    const response = new Response(stream, { status: answer.statusCode, headers: received });
    return { response, content: await read(response) };
  });
}
