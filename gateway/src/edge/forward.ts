import type { IncomingHttpHeaders } from 'node:http';
import { Problem, unavailable } from '@plotline/kit/errors';
import type { Dispatcher } from 'undici';
import { chooseEnvelope, EnvelopeStream } from './envelope.js';
import { toForwardedHeaders } from './headers.js';
import { type Body, drain, isDrainable, readBody } from './request-body.js';
import type { RequestContext } from './request-context.js';
import type { Upstream } from './upstream.js';

/** Attempts at a safe request whose connection failed before a response. */
const maxAttempts = 2;

type RequestOptions = Omit<Dispatcher.DispatchOptions, 'body'>;

/** Answers the client with an error. */
type OnError = (error: unknown) => void;

/** One request on its way to a service, and the response on its way back. */
class ForwardedRequest implements Dispatcher.DispatchHandler {
  readonly #requestContext: RequestContext;
  readonly #upstream: Upstream;
  readonly #onError: OnError;
  readonly #options: RequestOptions;
  readonly #timer: NodeJS.Timeout;
  #body: Body = null;
  #attempts = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #abortReason: Error | null = null;
  /** The client has its response or is gone: what the service still sends is discarded. */
  #isDone = false;
  #responseStream: EnvelopeStream | null = null;

  constructor(requestContext: RequestContext, upstream: Upstream, options: RequestOptions, onError: OnError) {
    this.#requestContext = requestContext;
    this.#upstream = upstream;
    this.#options = options;
    this.#onError = onError;
    this.#timer = setTimeout(() => this.#onDeadline(), Math.max(requestContext.deadline - Date.now(), 0));
    requestContext.response.once('close', () => {
      if (!requestContext.response.writableFinished) this.#abort(new Error('The client is gone.'));
    });
  }

  start(body: Body): void {
    this.#body = body;
    if (this.#abortReason) this.#release();
    else this.#dispatch();
  }

  /** Ends a request whose body did not arrive. */
  failBeforeStart(error: unknown): void {
    this.#release();
    this.#fail(error);
  }

  #dispatch(): void {
    this.#attempts += 1;
    this.#upstream.dispatch({ ...this.#options, body: this.#body }, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#abortReason) controller.abort(this.#abortReason);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200 || this.#isDone) return;
    const { request, response } = this.#requestContext;
    const envelope = chooseEnvelope(status, headers, this.#requestContext);
    if (envelope.kind === 'problem') {
      this.#fail(envelope.problem);
      return;
    }
    // The service has answered before it read the whole body.
    if (!isDrainable(request)) response.setHeader('Connection', 'close');
    this.#responseStream = new EnvelopeStream(response, status, headers, envelope);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isDone || !this.#responseStream || this.#responseStream.write(chunk) || controller.paused) return;
    controller.pause();
    this.#requestContext.response.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    this.#release();
    if (this.#isDone) return;
    this.#isDone = true;
    this.#responseStream?.end();
    if (this.#body !== null) drain(this.#requestContext.request);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#canRetry()) {
      this.#dispatch();
      return;
    }
    this.#release();
    this.#fail(error instanceof Problem ? error : unavailable('The service is not available at the moment.', error));
  }

  #canRetry(): boolean {
    const { method } = this.#options;
    const isSafe = this.#body === null && (method === 'GET' || method === 'HEAD');
    return isSafe && !this.#isDone && !this.#responseStream && this.#attempts < maxAttempts;
  }

  #fail(error: unknown): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#onError(error);
  }

  #onDeadline(): void {
    this.#fail(
      this.#requestContext.request.complete
        ? unavailable('The service did not answer in time.')
        : new Problem('BAD_REQUEST', 'The body did not arrive in time.'),
    );
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
 * Sends the request to the service and streams the response, in its envelope, to the client. Returns at once; throws
 * when the request cannot be forwarded at all, and reports later errors to `onError`.
 */
export function forward(
  requestContext: RequestContext,
  upstream: Upstream,
  { path, caller }: { readonly path: string; readonly caller: string },
  onError: OnError,
): void {
  const { request, query } = requestContext;
  const body = readBody(request);
  const options = {
    path: `${path}${query}`,
    method: request.method ?? 'GET',
    headers: toForwardedHeaders(requestContext, caller, body !== null),
  };
  upstream.acquire();
  const forwarded = new ForwardedRequest(requestContext, upstream, options, onError);
  if (body instanceof Promise) {
    body.then(
      (buffer) => forwarded.start(buffer),
      (error: unknown) => forwarded.failBeforeStart(error),
    );
  } else {
    forwarded.start(body);
  }
}
