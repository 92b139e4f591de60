import { writeDocument } from '../wire/document.js';
import { type ErrorCode, errorCodes, toErrorCode } from './error-codes.js';

/** Labels that drivers act on. */
export type ErrorLabel = 'TransientTransactionError' | 'UnknownTransactionCommitResult' | 'RetryableWriteError';

/** Failure of a command as the client receives it. */
export class CommandFailure extends Error {
  readonly error: ErrorCode;
  readonly labels: readonly ErrorLabel[];
  /** Additional fields of the answer. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    error: ErrorCode,
    message: string,
    options: { readonly labels?: readonly ErrorLabel[]; readonly details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message);
    this.error = error;
    this.labels = options.labels ?? [];
    this.details = options.details ?? {};
  }
}

/** SQLSTATEs and system errors which mean that the connection to PostgreSQL was lost or refused. */
const CONNECTION_LOST = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'EACCES']);

const COLLECTION_RACE = /^Unable to create the specified collection/;

/** Returns whether PostgreSQL itself reported the error. Its `code` is then the SQLSTATE. */
export function isDatabaseError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** Returns whether the connection to PostgreSQL was lost. If so, the outcome of the last statement is unknown. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    return CONNECTION_LOST.has(error.code) || error.code.startsWith('08');
  }
  return /^(Connection terminated|Client has encountered a connection error|timeout exceeded)/.test(error.message);
}

/** Converts anything that a command throws to the failure that the client gets, inside or outside of a transaction. */
export function toFailure(error: unknown, inTransaction: boolean): CommandFailure {
  const failure = translate(error);
  const transient =
    failure.error === errorCodes.writeConflict ||
    failure.error === errorCodes.noSuchTransaction ||
    failure.error === errorCodes.socketException ||
    failure.error === errorCodes.hostUnreachable ||
    failure.error === errorCodes.temporarilyUnavailable;
  if (!inTransaction || !transient || failure.labels.length > 0) return failure;
  const labels: ErrorLabel[] = ['TransientTransactionError'];
  return new CommandFailure(failure.error, failure.message, { labels, details: failure.details });
}

function translate(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  if (isConnectionLost(error))
    return new CommandFailure(errorCodes.socketException, 'the connection to the database was lost');
  // Two transactions created the same collection at the same time. A retry of the failed one succeeds.
  if (isDatabaseError(error) && COLLECTION_RACE.test(error.message)) {
    return new CommandFailure(errorCodes.writeConflict, error.message);
  }
  if (isDatabaseError(error)) return new CommandFailure(toErrorCode(error.code), error.message);
  return new CommandFailure(errorCodes.internalError, 'the bridge failed');
}

/** Returns the answer to a command that failed as a whole. */
export function toErrorReply(failure: CommandFailure): Buffer {
  return writeDocument({
    ok: 0,
    errmsg: failure.message,
    code: failure.error.code,
    codeName: failure.error.name,
    ...failure.details,
    ...(failure.labels.length > 0 ? { errorLabels: failure.labels } : {}),
  });
}
