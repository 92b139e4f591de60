import type { ErrorCode } from './error-codes.js';

/** Labels that drivers act on. */
export type ErrorLabel = 'TransientTransactionError' | 'UnknownTransactionCommitResult' | 'RetryableWriteError';

/** A command's failure as the client is told it. */
export class CommandFailure extends Error {
  readonly error: ErrorCode;
  readonly labels: readonly ErrorLabel[];
  /** Further fields of the answer. */
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
