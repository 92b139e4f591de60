import { hash } from 'node:crypto';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { type Answer, type BodyAnswer, created, ok } from '../core/answer.js';
import type { Tenant } from '../core/caller.js';
import { invalid, Problem, type ProblemDetail } from '../core/errors.js';
import type { Command } from '../store/idempotency/command.js';
import { AnsweredMeanwhile, type IdempotencyKeys } from '../store/idempotency/keys.js';
import { type RowFaults, toBodyFaults } from './contract/faults.js';
import type { Upload } from './upload.js';

/** One call of an operation after validation: `body` and `query` have the shapes that the contract declares. */
export interface Call<Body = unknown, Query = unknown> extends Command {
  /** Returns a path parameter; throws when the contract's path lacks it. */
  readonly path: (name: string) => string;
  readonly query: Query;
  readonly body: Body;
  /** Errors of single rows of a bulk body (`x-rows`) by index. Such rows don't fit `Body`. */
  readonly rowFaults: RowFaults;
  /** Returns a request header, or undefined. */
  readonly header: (name: string) => string | undefined;
  /** Address of the client. */
  readonly address: string;
  /** Logger with the request id and the workspace. */
  readonly log: Logger;
}

// Declared as a method, because parameters of methods are bivariant. So a handler of a narrower body fits into the
// table of handlers. This is sound, because the contract's validator runs before the handler.
interface HandlerShape<Body, Query> {
  handle(call: Call<Body, Query>): Promise<Answer>;
}

/** Handles one operation of the contract. Throws a Problem to refuse the request. */
export type Handler<Body = unknown, Query = unknown> = HandlerShape<Body, Query>['handle'];

/**
 * A handler that can find further errors in a body which doesn't fit the contract, such as a reference to a missing
 * record. `inspect` is then called instead of `handle`, with the valid top-level fields of the body.
 */
export interface InspectingHandler {
  readonly handle: Handler;
  inspect(call: Call): Promise<readonly ProblemDetail[]>;
}

/** A call of an operation with `x-upload`, while its body arrives. */
export interface UploadCall<Query = unknown> extends Omit<Call<unknown, Query>, 'body' | 'rowFaults' | 'claim'> {
  readonly upload: Upload;
}

/** Result of receiving the body of an upload. */
export interface ReceivedUpload<Body = unknown> {
  /** Body for `handle`. */
  readonly body: Body;
  /**
   * Identifies the body, such as the hash of a file. Requests with the same Idempotency-Key must have the same value.
   */
  readonly identity: string;
  /** Removes everything stored, because the request is refused or was answered before. */
  discard(): Promise<void>;
}

// Handles an operation with `x-upload`. `receive` reads the body and changes no record. It may take ten minutes, which
// is much longer than the deadline of other requests. When the body has arrived, `handle` is called with its own
// deadline, unless an equal request with the same Idempotency-Key was already answered.
export interface UploadHandler<Body = unknown, Query = unknown> {
  receive(call: UploadCall<Query>): Promise<ReceivedUpload<Body>>;
  handle(call: Call<Body, Query>): Promise<Answer>;
}

/** Returns the id of the record with an external id; null when there is none. */
export type FindByExternalId = (tenant: Tenant, externalId: string) => Promise<string | null>;

/** Handles a PUT by external id with one of two other operations, given by their operationIds. */
export interface UpsertHandler {
  readonly find: FindByExternalId;
  readonly create: string;
  readonly update: string;
}

/** Handlers of a service by operationId. */
export type Handlers = Readonly<Record<string, Handler | InspectingHandler | UploadHandler | UpsertHandler>>;

const maxKeyLength = 255;

/** Returns the request's Idempotency-Key, or undefined. */
export function readIdempotencyKey(request: Request): string | undefined {
  const key = request.get('idempotency-key');
  if (key === undefined) return undefined;
  if (key === '' || key.length > maxKeyLength) {
    throw invalid({ field: 'Idempotency-Key', message: `must have 1 to ${maxKeyLength} characters` });
  }
  return key;
}

/**
 * Hashes the method, the address, and the body or its replacement. Requests with the same key must have the same hash.
 */
export function identifyRequest(request: Request, body: unknown): string {
  return hash('sha256', JSON.stringify([request.method, request.originalUrl, body]));
}

interface AnsweredOnce {
  readonly answer: Answer;
  readonly isReplayed: boolean;
}

/** Methods of IdempotencyKeys that answer a request once. */
export type AnswerStore = Pick<IdempotencyKeys, 'claim' | 'findAnswer' | 'keep' | 'release'>;

/**
 * Runs the handler, or replays the answer to an equal request with the same key. Only stores 2xx answers: in the
 * transaction of their change, or here if nothing changed.
 */
export async function answerOnce<C extends Pick<Call, 'caller' | 'log'>>(
  keys: AnswerStore,
  handler: (call: C & Required<Command>) => Promise<Answer>,
  call: C,
  { key, identity }: { readonly key: string; readonly identity: string },
): Promise<AnsweredOnce> {
  const { caller, log } = call;
  const claim = await keys.claim(caller, key, identity);
  if ('replay' in claim) return { answer: claim.replay, isReplayed: true };
  try {
    const answer = await handler({ ...call, claim });
    if (!claim.isAnswerCommitted) await keys.keep(caller, claim, answer);
    return { answer, isReplayed: false };
  } catch (error) {
    const other = error instanceof AnsweredMeanwhile && (await keys.findAnswer(caller, claim));
    if (other) return { answer: other, isReplayed: true };
    await keys.release(caller, claim).catch((reason: unknown) => {
      log.warn({ err: reason }, 'releasing an Idempotency-Key failed; it stays claimed until its deadline');
    });
    throw error;
  }
}

type Meta = Readonly<Record<string, unknown>>;

/** Outcome of one row in a bulk body: the record, or the refusal. */
export type BulkRow =
  | { readonly status: 200 | 201; readonly data: unknown; readonly meta?: Meta }
  /** The details of the problem name fields of the row. */
  | { readonly problem: Problem; readonly meta?: Meta };

/** A row that isn't an object has no fields, so the error belongs to the whole row. */
function toRowError(rows: string, index: number, { status, code, reason, message, data, details }: Problem) {
  const named = details.map((one) => (one.field === 'body' ? { ...one, field: `${rows}[${index}]` } : one));
  const error = { code, ...(reason && { reason }), message, ...(data && { data }), details: named };
  return { index, status, error };
}

/** Returns a 207 with one result for each row of the body's array `rows`. */
export function toPartialAnswer(rows: string, results: readonly BulkRow[]): BodyAnswer {
  const body = results.map((row, index) => {
    const { meta } = row;
    if ('problem' in row) return { ...toRowError(rows, index, row.problem), ...meta };
    return { index, status: row.status, data: row.data, ...meta };
  });
  return { status: 207, body };
}

/**
 * Returns a 201 with the records of all rows, or a 200 if none is new. If rows are refused, throws one problem with all
 * validation errors or, if there are none, all other refusals.
 */
export function toWholeAnswer(rows: string, results: readonly BulkRow[], meta?: Meta): BodyAnswer {
  const refused = results.flatMap((row, index) => ('problem' in row ? [{ index, problem: row.problem }] : []));
  const invalid = refused.filter(({ problem }) => problem.code === 'VALIDATION_ERROR');
  const told = invalid.length > 0 ? invalid : refused;
  const [first] = told;
  if (first) {
    const details = toBodyFaults(rows, new Map(told.map(({ index, problem }) => [index, problem.details])));
    const { code, message, reason, data } = first.problem;
    throw new Problem(code, message, { details, ...(reason && { reason }), ...(data && { data }) });
  }
  const shown = results.flatMap((row) => ('problem' in row ? [] : [row]));
  const body = shown.map(({ data }) => data);
  return shown.some(({ status }) => status === 201) ? created(body, meta) : ok(body, meta);
}
