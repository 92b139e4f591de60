import { randomFillSync, randomUUID } from 'node:crypto';
import { encodeTime, monotonicFactory } from 'ulid';
import { Problem, type ProblemDetail } from './errors.js';
import { isJsonObject } from './json-object.js';

/** Pool of random bytes. Fetching an id's sixteen bytes one by one would cost more than the rest of the id. */
const pool = new Uint8Array(4_096);
let used = pool.length;

/** Returns a random number from 0 (inclusive) to 1 (exclusive). */
function nextRandom(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  used += 1;
  return byte / 256;
}

const nextUlid = monotonicFactory(nextRandom);

/**
 * Creates an opaque id such as `evt_01jd…`: the prefix, then a ULID in lower case, so that ids sort by creation time.
 */
export function newId(prefix: string): string {
  return `${prefix}_${nextUlid().toLowerCase()}`;
}

const timeLength = 10;

/** Derives an id in the form of `newId` from a record and a time. The same input always gives the same id. */
export function deriveId(prefix: string, recordId: string, at: Date): string {
  const ulid = recordId.slice(recordId.lastIndexOf('_') + 1);
  return `${prefix}_${encodeTime(at.getTime(), timeLength).toLowerCase()}${ulid.slice(timeLength)}`;
}

/**
 * Record that may have an id from a different system. The id is unique among records of this kind in a workspace and
 * mode.
 */
export interface ExternallyIdentified {
  /**
   * Absent, never null, if a record has no external id, because the unique index only contains records that have this
   * field.
   */
  readonly external_id?: string | undefined;
}

/** Returns the external id field of a new record; no field when no id was given. */
export function toExternalId(given: string | null | undefined): ExternallyIdentified {
  return given === null || given === undefined ? {} : { external_id: given };
}

/** Returns the error for a row whose external id belongs to another record. */
export function toExternalIdFault(holder: string): ProblemDetail {
  return { field: 'external_id', message: `belongs to ${holder}` };
}

/** Returns whether the error means that another record has the external id. */
export function isExternalIdInUse(error: unknown): boolean {
  return error instanceof Problem && error.reason === 'external_id_in_use';
}

/** 409: the record `id` of the same kind has the external id. */
export function externalIdInUse(id: string): Problem {
  const details = [toExternalIdFault(id)];
  return new Problem('CONFLICT', 'Another record has this external_id.', {
    reason: 'external_id_in_use',
    data: { id },
    details,
  });
}

const keyPrefix = 'external_id:';

/** Returns the external id in a form that can't collide with other keys of a record. */
export function toExternalIdKey(externalId: string): string {
  return `${keyPrefix}${externalId}`;
}

/** Returns whether a key is an external id, which the database keeps unique. */
export function isExternalIdKey(key: string): boolean {
  return key.startsWith(keyPrefix);
}

/**
 * Returns the id in a row's JSON text, as exports contain it. Undefined if there is none. It is not a field of the
 * record. An upsert uses it only to choose between several records with the row's key.
 */
export function readRowId(record: string): string | undefined {
  if (!record.includes('"id"')) return undefined;
  try {
    const body: unknown = JSON.parse(record);
    return isJsonObject(body) && typeof body['id'] === 'string' ? body['id'] : undefined;
  } catch {
    return undefined;
  }
}

/** Returns only the record with the id if there is one, otherwise all records. */
export function preferId<T extends { readonly id: string }>(
  records: readonly T[],
  id: string | undefined,
): readonly T[] {
  const own = id === undefined ? undefined : records.find((record) => record.id === id);
  return own ? [own] : records;
}

/** W3C Trace Context, version 00. No id may be all zeros, and `ff` is not a version. */
const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const [notSampled, sampled] = ['00', '01'] as const;
/** Positions of the ids and the flags in the text. */
const [traceIdAt, spanIdAt, flagsAt] = [3, 36, 53] as const;

/** Returns whether a received text is a well-formed `traceparent`. */
export function isTraceparent(text: unknown): text is string {
  return typeof text === 'string' && pattern.test(text);
}

/** Creates the `traceparent` of a new trace that isn't recorded. Log lines still contain its id. */
export function newTraceparent(): string {
  const traceId = randomUUID().replaceAll('-', '');
  const spanId = randomUUID().replaceAll('-', '').slice(16);
  return `00-${traceId}-${spanId}-${notSampled}`;
}

/** Returns the `traceparent` of a recorded span. */
export function toTraceparent({ traceId, spanId }: { readonly traceId: string; readonly spanId: string }): string {
  return `00-${traceId}-${spanId}-${sampled}`;
}

/** Returns the `traceparent` without its sampled flag, so that spans below it aren't recorded. */
export function withoutSampling(traceparent: string): string {
  return `${traceparent.slice(0, flagsAt)}${notSampled}`;
}

/**
 * Returns the sampled flag. It says whether the parent span is recorded, and so whether its children are recorded too.
 */
export function isSampled(traceparent: string): boolean {
  // The sampled flag is the last bit.
  return Number.parseInt(traceparent.slice(flagsAt), 16) % 2 === 1;
}

/** Returns the id of the trace, 32 hexadecimal digits; undefined without a trace. */
export function getTraceId(traceparent: string | undefined): string | undefined {
  return traceparent?.slice(traceIdAt, spanIdAt - 1);
}

/** Returns the id of the span that caused this work, 16 hexadecimal digits. */
export function getSpanId(traceparent: string): string {
  return traceparent.slice(spanIdAt, flagsAt - 1);
}
