import { toProblem } from '@plotline/kit/core/errors';
import { describeSuspension, type SuspensionReason } from '@plotline/protos/plotline/auth/v1/suspensions';

/**
 * The error codes of RFC 6749 (4.1.2.1, 5.2), RFC 9101 (section 7) and OpenID Connect (3.1.2.6) that this server uses.
 */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'interaction_required'
  | 'server_error'
  | 'temporarily_unavailable';

type Headers = Readonly<Record<string, string>>;

/**
 * An error in OAuth's own format (RFC 6749, 5.2). The client gets the code and the message. The message is ASCII
 * without `"` and `\`.
 */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly headers: Headers;

  constructor(
    code: OAuthErrorCode,
    message: string,
    { status = 400, headers = {} }: { status?: number; headers?: Headers } = {},
  ) {
    super(message);
    this.name = 'OAuthError';
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

/** Creates the error for a grant that can't be used until the person sets up a second factor. */
export function secondFactorMissing(): OAuthError {
  const message = 'The workspace requires a second factor. The person must set it up first.';
  return new OAuthError('interaction_required', message);
}

/** Creates the error for a grant that can't be used until an operator resumes the workspace. */
export function workspaceSuspended(reason: SuspensionReason): OAuthError {
  return new OAuthError('access_denied', describeSuspension(reason));
}

/** Converts a thrown value. An unexpected error becomes a server_error without details. */
export function toOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  const { status, message, retryAfter } = toProblem(error);
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (status === 503 || status === 429) return new OAuthError('temporarily_unavailable', message, { status, headers });
  if (status === 500) return new OAuthError('server_error', message, { status });
  return new OAuthError('invalid_request', message, { status });
}
