import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Connections } from '@plotline/kit/network/connections';
import { Dispatcher } from 'undici';

/**
 * Sends undici's requests with `node:http` and `node:https`, so that nock can answer them. nock doesn't see undici's
 * own sockets. Calls the handler as `request` in undici 7 expects.
 */
class NodeHttpDispatcher extends Dispatcher {
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { origin = '', path, method, body } = options;
    const url = new URL(path, String(origin));
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, { method, headers: Object(options.headers) });
    handler.onConnect?.((reason) => request.destroy(reason));
    request.on('error', (error) => handler.onError?.(error));
    request.on('response', (response) => {
      const headers = response.rawHeaders.map((text) => Buffer.from(text));
      const resume = () => void response.resume();
      handler.onHeaders?.(response.statusCode ?? 0, headers, resume, response.statusMessage ?? '');
      response.on('data', (chunk) => {
        if (handler.onData?.(chunk) === false) response.pause();
      });
      response.on('end', () => handler.onComplete?.([]));
      response.on('error', (error) => handler.onError?.(error));
    });
    request.end(body);
    return true;
  }
}

/** Connections of a sender whose requests nock answers. */
export function createNockedConnections(): Connections {
  const dispatcher = new NodeHttpDispatcher();
  return { use: (_destination, work) => work({ dispatcher, mayBeKept: false }), close: async () => undefined };
}
