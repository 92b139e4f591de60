import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Names under which a credential could be logged; what is logged is flat, so the top level is all there is to look at. */
const secretKeys = [
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

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * What a log says of an error. Other properties stay out: those of drivers and clients carry whole documents, headers
 * and addresses with passwords.
 */
function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const code: unknown = Reflect.get(error, 'code');
  return {
    type: error.name,
    message: withoutPasswords(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: withoutPasswords(error.stack) }),
    ...(error.cause === undefined || depth > 2 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Addresses of brokers and databases carry passwords, and their clients' messages carry the addresses. */
function withoutPasswords(text: string): string {
  return text.replaceAll(/(\w+:\/\/)[^\s/@]+@/g, '$1');
}

/** JSON lines on standard output. Credentials do not reach them: neither by name nor inside errors. */
export function createLog(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: secretKeys,
    serializers: { err: (error: unknown) => describeError(error) },
  });
}
