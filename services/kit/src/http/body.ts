import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { json, type RequestHandler } from 'express';
import { Problem } from '../core/errors.js';
import { assertFraming, hasBody } from './request.js';

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** Counts the field names in valid JSON. Outside strings, a colon follows each name and nothing else. */
function countNames(bytes: Uint8Array): number {
  let names = 0;
  let isInString = false;
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place];
    if (isInString && byte === backslash) place += 1;
    else if (byte === quote) isInString = !isInString;
    else if (!isInString && byte === colon) names += 1;
  }
  return names;
}

function countFields(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.reduce<number>((sum, item) => sum + countFields(item), Array.isArray(value) ? 0 : items.length);
}

/**
 * Returns whether an object in a JSON text has the same name twice. The parser keeps the last one, but an earlier check
 * may have used the first (RFC 8259, section 4). `parsed` is the parsed text. It must not be nested deeply.
 */
export function hasRepeatedNames(bytes: Uint8Array, parsed: unknown): boolean {
  return countNames(bytes) > countFields(parsed);
}

/** Maximum size of a body after decompression, in bytes. */
export const maxBodyBytes = 1_048_576;

/** Maximum nesting of a body. The contract's own bodies need five levels. */
const maxDepth = 32;

/** Maximum length of a field name in a problem. A name can be as long as the body. */
const maxNameLength = 100;

/** Refuses a parsed body that is nested too deeply, or that has an operator as a field name. */
export function assertPlain(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) throw new Problem('BAD_REQUEST', `The body is nested deeper than ${maxDepth} levels.`);
  if (Array.isArray(value)) {
    for (const item of value) assertPlain(item, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key.startsWith('$') || key === '__proto__') {
      const name = JSON.stringify(key.slice(0, maxNameLength));
      throw new Problem('BAD_REQUEST', `The body has a field name that is not allowed: ${name}.`);
    }
    assertPlain(item, depth + 1);
  }
}

function isHttpError(error: unknown): error is { readonly status: number; readonly type?: string } {
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number';
}

function toBodyProblem(error: unknown): unknown {
  if (!isHttpError(error)) return error;
  if (error.status === 413) return new Problem('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBodyBytes} bytes.`);
  if (error.type === 'entity.parse.failed') return new Problem('BAD_REQUEST', 'The body is not valid JSON.');
  if (error.type === 'entity.verify.failed') return new Problem('BAD_REQUEST', 'The body is not valid UTF-8.');
  if (error.type === 'request.aborted')
    return new Problem('BAD_REQUEST', 'The body is shorter than its Content-Length.');
  return new Problem('BAD_REQUEST', 'The body could not be read: its encoding, charset or length is wrong.');
}

/** Raw bytes of parsed bodies, kept until they are checked. */
const bytesOf = new WeakMap<IncomingMessage, Buffer>();

const parse = json({
  limit: maxBodyBytes,
  type: 'application/json',
  strict: false,
  // Checked here, because the parser silently replaces bytes that aren't UTF-8, and also accepts UTF-16 and UTF-32.
  verify: (request, _response, bytes, charset) => {
    if (charset !== 'utf-8' || !isUtf8(bytes)) throw new Error('not UTF-8');
    bytesOf.set(request, bytes);
  },
});

function assertNamesOnce(request: IncomingMessage, body: unknown): void {
  const bytes = bytesOf.get(request);
  bytesOf.delete(request);
  if (bytes && hasRepeatedNames(bytes, body)) throw new Problem('BAD_REQUEST', 'The body has a duplicate field name.');
}

/**
 * Reads a JSON body within the limits. Refuses other types, deep nesting, repeated field names, and names that are
 * operators.
 */
export const readBody: RequestHandler = (request, response, next) => {
  assertFraming(request);
  if (!hasBody(request)) {
    request.body = {};
    return next();
  }
  if (!request.is('application/json')) {
    return next(new Problem('BAD_REQUEST', 'The Content-Type must be application/json.'));
  }
  parse(request, response, (error?: unknown) => {
    if (error) return next(toBodyProblem(error));
    try {
      assertPlain(request.body);
      assertNamesOnce(request, request.body);
    } catch (refusal) {
      return next(refusal);
    }
    next();
  });
};

/** Refuses query parameters that are operators, such as `status[$ne]`. */
export function assertPlainQuery(query: Readonly<Record<string, unknown>>): void {
  for (const key of Object.keys(query)) {
    if (key.includes('$') || key.includes('[')) {
      throw new Problem('BAD_REQUEST', `The query has a parameter name that is not allowed: ${JSON.stringify(key)}.`);
    }
  }
}
