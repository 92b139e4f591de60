import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { Problem, unavailable } from '@plotline/kit/core/errors';
import type { Limiter } from '@plotline/kit/core/limiter';
import type { Span } from '@plotline/kit/telemetry/span';
import type { Dispatcher } from 'undici';
import { contain } from './contain.js';
import { type ChooseEnvelope, chooseEnvelope, EnvelopeStream } from './envelope.js';
import { toForwardedHeaders } from './headers.js';
import type { RequestContext } from './request-context.js';
import { endServiceSpan } from './request-spans.js';
import { type TransferLimits, watchPace } from './transfers.js';
import type { Upstream, UpstreamRequest } from './upstream.js';

/** Maximum attempts at a request that is safe to repeat, when its connection fails before a response. */
const maxAttempts = 2;
/** Maximum attempts at a request that couldn't be sent because no connection was made. */
const maxConnectAttempts = 3;

/** Request to a service, and the way its response is passed on. */
export interface ForwardOptions {
  /** Path without the query. */
  readonly path: string;
  /** Signed caller; null for a request that needs none. */
  readonly caller: string | null;
  /** Whether `Authorization` is passed on, because the service verifies it instead of the gateway. */
  readonly keepsAuthorization?: boolean;
  /** Span of this call; it ends with the call. */
  readonly span: Span;
  /** Body in memory, or a stream for an upload. */
  readonly body: Buffer | Readable | null;
  readonly limits: TransferLimits;
  /** Budget for responses that are files, and the owner that such a response counts against. */
  readonly downloads: { readonly budget: Limiter; readonly owner: string };
  readonly choose?: ChooseEnvelope;
}

/** Sends one request to a service and passes its response back. All its listeners are wrapped by `contain`. */
class ForwardedRequest implements Dispatcher.DispatchHandler {
  readonly #requestContext: RequestContext;
  readonly #upstreamRequest: UpstreamRequest;
  readonly #dispatchOptions: Dispatcher.DispatchOptions;
  readonly #options: ForwardOptions;
  #timer: NodeJS.Timeout;
  #attempts = 0;
  #status: number | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #abortReason: Error | null = null;
  /**
   * Whether the client has received its response or has disconnected. Further bytes from the service are then
   * discarded.
   */
  #isDone = false;
  #responseStream: EnvelopeStream | null = null;
  /** Number of response bytes so far. */
  #byteCount = 0;

  constructor(requestContext: RequestContext, upstreamRequest: UpstreamRequest, options: ForwardOptions) {
    const { request, response, query, deadline } = requestContext;
    const { path, caller, body, span, keepsAuthorization = false } = options;
    this.#requestContext = requestContext;
    this.#upstreamRequest = upstreamRequest;
    this.#options = options;
    this.#dispatchOptions = {
      path: `${path}${query}`,
      method: request.method ?? 'GET',
      headers: toForwardedHeaders(requestContext, { caller, keepsAuthorization }, span),
      body,
    };
    this.#timer = this.#startTimer(deadline - Date.now());
    if (body instanceof Readable) {
      const onSent = contain(requestContext, () => {
        if (this.#isDone) return;
        clearTimeout(this.#timer);
        this.#timer = this.#startTimer(options.limits.maxAnswerMs);
      });
      body.once('end', onSent);
    }
    requestContext.onClose(() => {
      if (!response.writableFinished) this.#abort(new Error('The client has disconnected.'));
    });
  }

  dispatch(): void {
    this.#attempts += 1;
    this.#controller = null;
    try {
      this.#upstreamRequest.dispatch(this.#dispatchOptions, this);
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
      if (status < 200) return;
      this.#status = status;
      if (this.#isDone) return;
      if (status === 429) this.#requestContext.refund?.();
      const { choose = chooseEnvelope } = this.#options;
      const envelope = choose(status, headers, this.#requestContext);
      if (envelope.kind === 'problem') {
        this.#fail(envelope.problem);
        return;
      }
      if (envelope.kind === 'file') this.#passFile();
      this.#responseStream = new EnvelopeStream(this.#requestContext, status, headers, envelope);
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#contained(() => {
      this.#byteCount += chunk.length;
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
      this.#fail(error instanceof Problem ? error : unavailable('The service is not available at the moment.', error));
    });
  }

  /** Streams a file. This may take longer than the deadline of a request, as long as bytes pass. */
  #passFile(): void {
    const { limits, downloads } = this.#options;
    const { request, onClose } = this.#requestContext;
    onClose(downloads.budget.take(downloads.owner).release);
    // Node resets the timeout for the next request on the connection.
    request.socket.setTimeout(limits.maxPauseMs + 1_000);
    clearTimeout(this.#timer);
    const pace = { getByteCount: () => this.#byteCount, isClientAwaited: () => this.#controller?.paused === true };
    const stop = watchPace(this.#requestContext, pace, { limits, maxMs: limits.maxDownloadMs }, (problem) => {
      this.#fail(problem);
      this.#abort(problem);
    });
    onClose(stop);
  }

  #canRetry(): boolean {
    const { method, body } = this.#dispatchOptions;
    const isRead = body === null && (method === 'GET' || method === 'HEAD');
    // The service handles a request with an Idempotency-Key only once, so repeating it is safe. A stopping service may
    // close connections that are in use.
    const isKeyed = method === 'POST' && this.#requestContext.request.headers['idempotency-key'] !== undefined;
    const isSent = this.#controller !== null;
    return (
      (isRead || isKeyed || !isSent) &&
      !(body instanceof Readable) &&
      !this.#isDone &&
      !this.#responseStream &&
      this.#attempts < (isSent ? maxAttempts : maxConnectAttempts)
    );
  }

  #contained(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#requestContext.fail(error);
      this.#abort(new Error('The response cannot be forwarded.'));
    }
  }

  #fail(error: unknown): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#requestContext.fail(error);
  }

  #startTimer(ms: number): NodeJS.Timeout {
    const onDeadline = contain(this.#requestContext, () => this.#onDeadline());
    return setTimeout(onDeadline, Math.max(ms, 0));
  }

  #onDeadline(): void {
    this.#fail(unavailable('The service did not answer in time.'));
    this.#abort(new Error('The deadline has passed.'));
  }

  #abort(reason: Error): void {
    this.#isDone = true;
    this.#abortReason = reason;
    this.#controller?.abort(reason);
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#upstreamRequest.release();
    endServiceSpan(this.#options.span, this.#status, this.#attempts);
  }
}

/**
 * Sends the request to the service and streams the response, in its envelope, to the client. Returns immediately.
 * Throws when the request can't be forwarded at all.
 */
export function forward(requestContext: RequestContext, upstream: Upstream, options: ForwardOptions): void {
  new ForwardedRequest(requestContext, upstream.open(), options).dispatch();
}
