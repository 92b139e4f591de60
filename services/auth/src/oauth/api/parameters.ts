import { isUtf8 } from 'node:buffer';
import { hasRepeatedNames } from '@plotline/kit/http/body';
import { assertFraming } from '@plotline/kit/http/request';
import { type Request, type RequestHandler, raw } from 'express';
import { maxBodyBytes, toUnreadableProblem } from '../../pages/api/unreadable-request.js';
import { OAuthError } from './oauth-error.js';

/** Parameters by name. Parameters without a value count as missing (RFC 6749, 3.1 and 3.2). */
export interface Parameters {
  get(name: string): string | undefined;
  /** Names of parameters that were sent more than once. Such requests are refused. */
  readonly repeated: ReadonlySet<string>;
}

/** Parses the parameters of a query or a form. */
export function parseParameters(text: string): Parameters {
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (values.has(name)) repeated.add(name);
    values.set(name, value);
  }
  return { get: (name) => values.get(name) || undefined, repeated };
}

function parseJson(text: string, bytes: Uint8Array): Parameters {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new OAuthError('invalid_request', 'The body is not valid JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new OAuthError('invalid_request', 'The body must be a JSON object.');
  }
  if (hasRepeatedNames(bytes, body)) throw new OAuthError('invalid_request', 'A parameter was sent more than once.');
  const values = new Map<string, unknown>(Object.entries(body));
  const get = (name: string) => {
    const value = values.get(name) ?? '';
    if (typeof value !== 'string') throw new OAuthError('invalid_request', `The parameter ${name} must be a string.`);
    return value === '' ? undefined : value;
  };
  return { get, repeated: new Set() };
}

/** Reads the bytes of a body of any type, up to 64 KiB. */
export const readBytes: RequestHandler = (request, response, next) => {
  assertFraming(request);
  raw({ limit: maxBodyBytes, type: () => true })(request, response, (error?: unknown) =>
    next(error && toUnreadableProblem(error)),
  );
};

/** Reads the parameters of a form, or of a JSON object with strings. Throws invalid_request. */
export function readParameters(request: Request): Parameters {
  const bytes: unknown = request.body;
  const isJson = Boolean(request.is('application/json'));
  if (!isJson && !request.is('application/x-www-form-urlencoded')) {
    const types = 'application/json or application/x-www-form-urlencoded';
    throw new OAuthError('invalid_request', `The Content-Type must be ${types}.`);
  }
  if (!Buffer.isBuffer(bytes)) throw new OAuthError('invalid_request', 'The request has no body.');
  if (!isUtf8(bytes)) throw new OAuthError('invalid_request', 'The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  const parameters = isJson ? parseJson(text, bytes) : parseParameters(text);
  const [repeated] = parameters.repeated;
  if (repeated !== undefined) throw new OAuthError('invalid_request', 'A parameter was sent more than once.');
  return parameters;
}

/** Returns the value of a parameter. Throws invalid_request if it is missing. */
export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`);
  return value;
}
