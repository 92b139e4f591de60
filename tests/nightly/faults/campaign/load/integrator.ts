import { setTimeout as sleep } from 'node:timers/promises';
import { isTree, type Tree, textOf } from '../../../../support/contract/tree.js';
import { assertFitsContract } from '../../../../support/contract-check.js';
import type { Attempt, Effect, History, Operation } from '../history/operation.js';

/** Maximum duration of a request. The gateway's budget is 10 s. */
export const timeoutMs = 12_000;
const maxPauseMs = 1_500;
/**
 * Time after which an integrator gives up a call. Faults follow one another for half a minute. On a busy machine, the
 * process that was killed last needs another half minute to become ready.
 */
const patienceMs = 180_000;

export interface Target {
  /** Name of the gateway. */
  readonly name: string;
  readonly base: string;
}

export interface Call {
  /** operationId in the contract. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that end the operation. 200, 201 and 204 by default. */
  readonly expected?: readonly number[];
  readonly effects?: readonly Effect[];
  /** False for a POST without an Idempotency-Key. */
  readonly hasKey?: boolean;
}

interface Content {
  /** `data` in the envelope. Undefined without an answer. */
  readonly data: unknown;
  /** `meta` of a list. */
  readonly meta: Tree;
  readonly etag: string | null;
}

/** Final result. */
export interface Outcome extends Content {
  readonly operation: Operation;
}

interface Received extends Content {
  readonly attempt: Attempt;
  readonly retryAfterMs: number;
}

function messageOf(body: unknown): string {
  const error = isTree(body) && isTree(body.error) ? body.error : {};
  return textOf(error.message) ?? '';
}

/** Returns the connection error inside fetch's error. */
function failureOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return cause instanceof Error ? `${cause.name} ${code} ${cause.message}`.slice(0, 200) : String(cause);
}

/**
 * Careful API client. Spreads its calls over the gateways. After a 503, a 429 or a lost connection, waits as requested
 * and repeats the call with the same Idempotency-Key. Records everything.
 */
export class Integrator {
  readonly #targets: readonly Target[];
  readonly #key: string;
  readonly #history: History;
  readonly #tenant: string;
  readonly #name: string;
  readonly #prefix: string;
  readonly #missing: ReadonlySet<string>;
  #count = 0;
  #turn: number;

  constructor(
    options: {
      readonly targets: readonly Target[];
      readonly missingOperations: ReadonlySet<string>;
      readonly key: string;
      readonly tenant: string;
      readonly name: string;
    },
    history: History,
    run: string,
  ) {
    this.#targets = options.targets;
    this.#key = options.key;
    this.#tenant = options.tenant;
    this.#name = options.name;
    this.#history = history;
    this.#prefix = run;
    this.#missing = options.missingOperations;
    this.#turn = options.name.length;
  }

  /** Number of operations started so far. */
  get count(): number {
    return this.#count;
  }

  /** Sends an operation with its retries. Does nothing if the system lacks the operation. */
  async call(call: Call): Promise<Outcome> {
    const id = `${this.#name}#${this.#count}`;
    this.#count += 1;
    const { name, method, path, body, expected = [200, 201, 204], effects = [] } = call;
    const key = method === 'POST' && call.hasKey !== false ? `${this.#prefix}/${id}` : null;
    const operation: Operation = {
      id,
      tenant: this.#tenant,
      name,
      method,
      path,
      body,
      key,
      expected,
      effects,
      attempts: [],
    };
    if (this.#missing.has(name)) return { operation, data: undefined, meta: {}, etag: null };
    this.#history.operations.push(operation);
    const until = Date.now() + patienceMs;
    for (;;) {
      const { attempt, retryAfterMs, ...content } = await this.#attempt(operation, call);
      operation.attempts.push(attempt);
      if (attempt.status !== null && !isTemporary(attempt)) {
        operation.answer = { status: attempt.status, data: content.data, at: attempt.endedAt };
        return { operation, ...content };
      }
      if (Date.now() > until) return { operation, ...content };
      await sleep(Math.min(retryAfterMs, maxPauseMs));
    }
  }

  /** Sends an operation again with its key. Another client of the tenant may have sent it first. */
  async replay(operation: Operation): Promise<void> {
    const { attempts: _attempts, answer: _answer, ...same } = operation;
    const again: Operation = { ...same, attempts: [] };
    const { attempt, data } = await this.#attempt(again, {});
    again.attempts.push(attempt);
    if (attempt.status !== null) again.answer = { status: attempt.status, data, at: attempt.endedAt };
    this.#history.replays.push({ operation, again });
  }

  async #attempt(operation: Operation, { headers }: Pick<Call, 'headers'>): Promise<Received> {
    const { method, path, body, key } = operation;
    this.#turn += 1;
    const target = this.#targets[this.#turn % this.#targets.length];
    if (!target) throw new Error('There is no gateway.');
    const requestId = `${this.#prefix}/${operation.id}.${operation.attempts.length}`.replaceAll(/[/#]/g, '-');
    const sentAt = Date.now();
    const begun = { requestId, gateway: target.name, sentAt };
    try {
      const response = await fetch(target.base + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          'x-request-id': requestId,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === null ? {} : { 'idempotency-key': key }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      const endedAt = Date.now();
      const received: unknown = text === '' ? null : JSON.parse(text);
      const { status } = response;
      const misfit = await assertFitsContract(this.#targets[0]?.base ?? '', method, path, status, received).then(
        () => undefined,
        (error: unknown) => String(error).slice(0, 1_000),
      );
      const data = isTree(received) ? received.data : undefined;
      // A replayed answer shows the old state of the record.
      const isNew = response.headers.get('idempotency-replayed') === null;
      if (status < 300 && isNew) this.#observe(data, { requestId, sentAt, endedAt });
      const retryAfter = response.headers.get('retry-after');
      return {
        attempt: {
          ...begun,
          endedAt,
          status,
          hasRetryAfter: retryAfter !== null,
          ...(status >= 400 ? { message: messageOf(received) } : {}),
          ...(misfit === undefined ? {} : { misfit }),
        },
        data,
        meta: isTree(received) && isTree(received.meta) ? received.meta : {},
        etag: response.headers.get('etag'),
        retryAfterMs: Number(retryAfter ?? 0.2) * 1_000,
      };
    } catch (error) {
      const attempt = { ...begun, endedAt: Date.now(), status: null, failure: failureOf(error) };
      return { attempt, data: undefined, meta: {}, etag: null, retryAfterMs: 100 };
    }
  }

  #observe(data: unknown, seen: { readonly requestId: string; readonly sentAt: number; readonly endedAt: number }) {
    for (const record of Array.isArray(data) ? data : [data]) {
      if (!isTree(record)) continue;
      const [id, updatedAt] = [textOf(record.id), textOf(record.updated_at)];
      if (id && updatedAt) this.#history.observations.push({ id, updatedAt, ...seen });
    }
  }
}

/**
 * Returns whether an integrator repeats the call. It does if the service is down or busy, or if a request with the same
 * key is still running.
 */
function isTemporary({ status, message = '' }: Attempt): boolean {
  if (status === null || status === 429 || status >= 500) return true;
  return status === 409 && /still running/.test(message);
}
