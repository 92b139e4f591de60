import type { IncomingHttpHeaders } from 'node:http';
import { unavailable } from '@plotline/kit/errors';
import type { Dispatcher } from 'undici';
import { contain } from './contain.js';
import { chooseEnvelope, EnvelopeStream } from './envelope.js';
import { toForwardedHeaders } from './headers.js';
import type { RequestContext } from './request-context.js';
import type { Upstream } from './upstream.js';

/** Attempts at a request that is safe to repeat and whose connection failed before a response. */
const maxAttempts = 2;

/** One request on its way to a service, and the response on its way back. Its listeners are `contain`ed. */
class ForwardedRequest implements Dispatcher.DispatchHandler {
  readonly #requestContext: RequestContext;
  readonly #upstream: Upstream;
  readonly #options: Dispatcher.DispatchOptions;
  readonly #timer: NodeJS.Timeout;
  #attempts = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #abortReason: Error | null = null;
  /** The client has its response or is gone: what the service still sends is discarded. */
  #isDone = false;
  #responseStream: EnvelopeStream | null = null;

  constructor(requestContext: RequestContext, upstream: Upstream, options: Dispatcher.DispatchOptions) {
    const { response, deadline } = requestContext;
    this.#requestContext = requestContext;
    this.#upstream = upstream;
    this.#options = options;
    const onDeadline = contain(requestContext, () => this.#onDeadline());
    this.#timer = setTimeout(onDeadline, Math.max(deadline - Date.now(), 0));
    const onClose = contain(requestContext, () => {
      if (!response.writableFinished) this.#abort(new Error('The client is gone.'));
    });
    response.once('close', onClose);
  }

  dispatch(): void {
    this.#attempts += 1;
    try {
      this.#upstream.dispatch(this.#options, this);
    } catch (error) {
      this.#release();
      this.#fail(error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#abortReason) controller.abort(this.#abortReason);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#contained(() => {
      if (status < 200 || this.#isDone) return;
      const envelope = chooseEnvelope(status, headers, this.#requestContext);
      if (envelope.kind === 'problem') this.#fail(envelope.problem);
      else this.#responseStream = new EnvelopeStream(this.#requestContext.response, status, headers, envelope);
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#contained(() => {
      if (this.#isDone || !this.#responseStream || this.#responseStream.write(chunk) || controller.paused) return;
      controller.pause();
      this.#requestContext.response.once(
        'drain',
        contain(this.#requestContext, () => controller.resume()),
      );
    });
  }

  onResponseEnd(): void {
    this.#release();
    this.#contained(() => {
      if (this.#isDone) return;
      this.#isDone = true;
      this.#responseStream?.end();
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#contained(() => {
      if (this.#canRetry()) {
        this.dispatch();
        return;
      }
      this.#release();
      this.#fail(unavailable('The service is not available at the moment.', error));
    });
  }

  #canRetry(): boolean {
    const { method, body } = this.#options;
    const isRead = body === null && (method === 'GET' || method === 'HEAD');
    // The service carries it out once, however often it arrives: a service that stops closes connections that are in use.
    const isKeyed = method === 'POST' && this.#requestContext.request.headers['idempotency-key'] !== undefined;
    return (isRead || isKeyed) && !this.#isDone && !this.#responseStream && this.#attempts < maxAttempts;
  }

  #contained(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#isDone = true;
      this.#requestContext.fail(error);
    }
  }

  #fail(error: unknown): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#requestContext.fail(error);
  }

  #onDeadline(): void {
    this.#fail(unavailable('The service did not answer in time.'));
    this.#abort(new Error('The deadline is over.'));
  }

  #abort(reason: Error): void {
    this.#isDone = true;
    this.#abortReason = reason;
    this.#controller?.abort(reason);
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#upstream.release();
  }
}

/**
 * Sends the request with its body to the service and streams the response, in its envelope, to the client. Returns at once;
 * throws when the request cannot be forwarded at all.
 */
export function forward(
  requestContext: RequestContext,
  upstream: Upstream,
  { path, caller, body }: { readonly path: string; readonly caller: string; readonly body: Buffer | null },
): void {
  const { request, query } = requestContext;
  const options = {
    path: `${path}${query}`,
    method: request.method ?? 'GET',
    headers: toForwardedHeaders(requestContext, caller),
    body,
  };
  upstream.acquire();
  new ForwardedRequest(requestContext, upstream, options).dispatch();
}
