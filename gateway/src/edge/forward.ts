import type { IncomingHttpHeaders } from 'node:http';
import { Problem, unavailable } from '@plotline/kit/errors';
import type { Dispatcher } from 'undici';
import { AnswerStream } from './answer-stream.js';
import { type Body, bodyOf } from './body.js';
import { shapeAnswer } from './envelope.js';
import type { Exchange } from './exchange.js';
import { requestHeaders } from './headers.js';
import { endsInBounds, readOut } from './unread-body.js';
import type { Upstream } from './upstream.js';

/** Most attempts at a request that can be repeated without harm, when the connection failed before an answer. */
const mostAttempts = 2;

/** One request on its way to a service and its answer on the way back. */
class Forwarding implements Dispatcher.DispatchHandler {
  readonly #exchange: Exchange;
  readonly #upstream: Upstream;
  readonly #fail: (error: unknown) => void;
  readonly #options: Omit<Dispatcher.DispatchOptions, 'body'>;
  readonly #timer: NodeJS.Timeout;
  #body: Body = null;
  #attempts = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #aborted: Error | null = null;
  /** The client has its answer, or is gone: what the service still says is not passed on. */
  #settled = false;
  #answer: AnswerStream | null = null;

  constructor(
    exchange: Exchange,
    upstream: Upstream,
    options: Omit<Dispatcher.DispatchOptions, 'body'>,
    fail: (error: unknown) => void,
  ) {
    this.#exchange = exchange;
    this.#upstream = upstream;
    this.#options = options;
    this.#fail = fail;
    this.#timer = setTimeout(() => this.#expire(), Math.max(exchange.deadline - Date.now(), 0));
    exchange.response.once('close', () => {
      if (!exchange.response.writableFinished) this.#abort(new Error('The client is gone.'));
    });
  }

  start(body: Body): void {
    this.#body = body;
    if (this.#aborted) this.#leave();
    else this.#attempt();
  }

  /** The body did not arrive. */
  giveUp(problem: unknown): void {
    this.#leave();
    this.#settle(problem);
  }

  #attempt(): void {
    this.#attempts += 1;
    this.#upstream.dispatch({ ...this.#options, body: this.#body }, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#aborted) controller.abort(this.#aborted);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200 || this.#settled) return;
    const { response } = this.#exchange;
    const shape = shapeAnswer(status, headers, this.#exchange);
    if (shape.kind === 'problem') {
      this.#settle(shape.problem);
      return;
    }
    // The service did not want the whole body.
    if (!endsInBounds(this.#exchange.request)) response.setHeader('Connection', 'close');
    this.#answer = new AnswerStream(response, status, headers, shape);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled || !this.#answer || this.#answer.write(chunk) || controller.paused) return;
    controller.pause();
    this.#exchange.response.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    this.#leave();
    if (this.#settled) return;
    this.#settled = true;
    this.#answer?.end();
    if (this.#body !== null) readOut(this.#exchange.request);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#mayRepeat()) {
      this.#attempt();
      return;
    }
    this.#leave();
    this.#settle(error instanceof Problem ? error : unavailable('The service is not available at the moment.', error));
  }

  #mayRepeat(): boolean {
    const { method } = this.#options;
    const isSafe = this.#body === null && (method === 'GET' || method === 'HEAD');
    return isSafe && !this.#settled && !this.#answer && this.#attempts < mostAttempts;
  }

  #settle(problem: unknown): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#fail(problem);
  }

  #expire(): void {
    const { request } = this.#exchange;
    this.#settle(
      request.complete
        ? unavailable('The service did not answer in time.')
        : new Problem('BAD_REQUEST', 'The body did not arrive in time.'),
    );
    this.#abort(new Error('The deadline is over.'));
  }

  #abort(reason: Error): void {
    this.#settled = true;
    this.#aborted = reason;
    this.#controller?.abort(reason);
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#upstream.leave();
  }
}

/**
 * Asks the service and streams its answer, in the public envelope, to the client. Returns at once; throws when the
 * request cannot be forwarded at all. `fail` answers the client with what went wrong later.
 */
export function forward(
  exchange: Exchange,
  upstream: Upstream,
  { path, caller }: { readonly path: string; readonly caller: string },
  fail: (error: unknown) => void,
): void {
  const body = bodyOf(exchange.request);
  const options = {
    path: `${path}${exchange.query}`,
    method: exchange.request.method ?? 'GET',
    headers: requestHeaders(exchange, caller, body !== null),
  };
  upstream.enter();
  const forwarding = new Forwarding(exchange, upstream, options, fail);
  if (body instanceof Promise) {
    body.then(
      (whole) => forwarding.start(whole),
      (error: unknown) => forwarding.giveUp(error),
    );
  } else {
    forwarding.start(body);
  }
}
