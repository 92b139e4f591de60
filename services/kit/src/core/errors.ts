import type { ProblemReason } from './problem-reasons.js';
import { isTransient } from './transient.js';

/** Error codes of the contract (part 7 and its decisions). Clients get no others. */
export type ProblemCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'VALIDATION_ERROR'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE';

/** One error in a request: `field` is a path such as `units[3].price.currency`. */
export interface ProblemDetail {
  readonly field: string;
  readonly message: string;
}

/** HTTP status of each code. */
export const problemStatus: Readonly<Record<ProblemCode, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  VALIDATION_ERROR: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** Returns whether a received value is an error code. */
export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === 'string' && Object.hasOwn(problemStatus, value);
}

/** Maximum reported errors. A body of a megabyte can have a hundred thousand. */
const maxDetails = 500;

/** Details of a reason, such as the ids concerned. `problemReasons` lists their names. */
export type ProblemData = Readonly<Record<string, string | number | readonly string[]>>;

interface ProblemOptions {
  /** Stable word beside the code, for refusals that client software handles. */
  readonly reason?: ProblemReason;
  readonly data?: ProblemData;
  readonly details?: readonly ProblemDetail[];
  /** Seconds after which a retry makes sense. Sent as `Retry-After`. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** Error that crosses layers and services. The caller may read its message. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: readonly ProblemDetail[];
  readonly retryAfter: number | undefined;
  readonly reason: ProblemReason | undefined;
  readonly data: ProblemData | undefined;

  constructor(code: ProblemCode, message: string, options: ProblemOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.details = (options.details ?? []).slice(0, maxDetails);
    this.retryAfter = options.retryAfter;
    this.reason = options.reason;
    this.data = options.data;
  }

  get status(): number {
    return problemStatus[this.code];
  }
}

/** 404: the record doesn't exist, or belongs to another workspace or mode. Clients can't distinguish these cases. */
export function notFound(): Problem {
  return new Problem('NOT_FOUND', 'No such resource.');
}

/** 422 with one row per error, the first 500 of them. */
export function invalid(...details: readonly ProblemDetail[]): Problem {
  return new Problem('VALIDATION_ERROR', 'The request has invalid fields.', { details });
}

/** 422: the Idempotency-Key belongs to another request. */
export function idempotencyKeyReused(): Problem {
  const details = [{ field: 'Idempotency-Key', message: 'was used for a different request in the last 24 hours' }];
  return new Problem('VALIDATION_ERROR', 'The request has invalid fields.', {
    reason: 'idempotency_key_reused',
    details,
  });
}

/** 409: the request is valid, but the state of the record does not allow it. */
export function conflict(message: string, reason?: ProblemReason, data?: ProblemData): Problem {
  return new Problem('CONFLICT', message, { ...(reason && { reason }), ...(data && { data }) });
}

/** 503: a service or store that the request needs is unreachable; `retryAfter` in seconds. */
export function unavailable(message: string, cause?: unknown, retryAfter = 2): Problem {
  return new Problem('SERVICE_UNAVAILABLE', message, { retryAfter, cause });
}

/**
 * Converts any thrown value to a Problem. A failure of the database or the network becomes SERVICE_UNAVAILABLE, and any
 * other error an INTERNAL_ERROR without details.
 */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isTransient(error)) return unavailable('The database did not answer.', error);
  return new Problem('INTERNAL_ERROR', 'Something went wrong on our side.', { cause: error });
}

/**
 * Joins alternatives for a message: `a`, `a or b`, `a, b, or c`. Creates the formatter on demand, because creating it
 * takes 20 ms.
 */
export function joinAlternatives(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(words);
}
