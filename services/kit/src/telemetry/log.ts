import { type Logger, pino } from 'pino';
import type { Actor, Mode } from '../core/caller.js';
import { getTraceId } from '../core/ids.js';
import { logOutput } from './log-output.js';
import { describeProcess, toResourceFields } from './resource.js';

export type { Logger } from 'pino';

/** Names of log fields that could contain a credential. Log entries are flat, so only their top level is redacted. */
const redactedKeys = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'client_secret',
  'key',
  'token',
  'access_token',
  'refresh_token',
];

/** Subject of a log line: a request, wherever it is handled, or background work. */
interface LogOrigin {
  readonly requestId?: string;
  readonly traceparent?: string;
  readonly workspaceId?: string;
  readonly mode?: Mode;
  /** Id of the key, session or grant. */
  readonly credentialId?: string;
  readonly actor?: Actor;
}

/** Returns the fields that all lines about one request share, in every unit and at any later time. */
export function toLogFields({ requestId, traceparent, workspaceId, mode, credentialId, actor }: LogOrigin) {
  return {
    request_id: requestId,
    trace_id: getTraceId(traceparent),
    ...(workspaceId !== undefined && { workspace_id: workspaceId, mode }),
    ...(credentialId !== undefined && { credential_id: credentialId }),
    ...(actor !== undefined && { actor_type: actor.type, actor_id: actor.id }),
  };
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * Returns the logged properties of an error. Others are omitted, because errors of drivers and clients contain
 * documents, headers, and addresses with passwords.
 */
function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const code: unknown = Reflect.get(error, 'code');
  return {
    type: error.name,
    message: maskPasswords(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: maskPasswords(error.stack) }),
    ...(error.cause === undefined || depth > 2 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Masks passwords: addresses of brokers and databases contain them, and error messages contain the addresses. */
function maskPasswords(text: string): string {
  return text.replaceAll(/(?<=\w:\/\/)[^\s/@]+@/g, '');
}

/**
 * Creates a logger that writes JSON lines to standard output. Credentials are redacted, by name and inside errors. A
 * process that exits or logs a fatal error writes all lines. A killed process loses the lines of the last 50 ms.
 */
export function createLog(service: string, level: string): Logger {
  const options = {
    level,
    base: { service, ...toResourceFields(describeProcess()) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: redactedKeys,
    serializers: { err: (error: unknown) => describeError(error) },
  };
  return pino(options, logOutput);
}
