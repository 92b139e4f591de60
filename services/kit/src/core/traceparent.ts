import { randomUUID } from 'node:crypto';

/** W3C Trace Context, version 00. No id may be all zeros, and `ff` is not a version. */
const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const [notSampled, sampled] = ['00', '01'] as const;
/** Positions of the ids and the flags in the text. */
const [traceIdAt, spanIdAt, flagsAt] = [3, 36, 53] as const;

/** Whether a text from outside is a well-formed `traceparent`. */
export function isTraceparent(text: unknown): text is string {
  return typeof text === 'string' && pattern.test(text);
}

/** Creates the `traceparent` of a new trace that isn't recorded. Log lines contain its id all the same. */
export function newTraceparent(): string {
  const traceId = randomUUID().replaceAll('-', '');
  const spanId = randomUUID().replaceAll('-', '').slice(16);
  return `00-${traceId}-${spanId}-${notSampled}`;
}

/** The `traceparent` of a span that is recorded. */
export function toTraceparent({ traceId, spanId }: { readonly traceId: string; readonly spanId: string }): string {
  return `00-${traceId}-${spanId}-${sampled}`;
}

/** Returns the same place in the same trace, unrecorded from here on. */
export function withoutSampling(traceparent: string): string {
  return `${traceparent.slice(0, flagsAt)}${notSampled}`;
}

/** Whether the cause was recorded, so that this is recorded too. */
export function isSampled(traceparent: string): boolean {
  // The sampled flag is the last bit.
  return Number.parseInt(traceparent.slice(flagsAt), 16) % 2 === 1;
}

/** Returns the id of the trace, 32 hexadecimal digits; undefined without a trace. */
export function getTraceId(traceparent: string | undefined): string | undefined {
  return traceparent?.slice(traceIdAt, spanIdAt - 1);
}

/** Returns the id of the causing span, 16 hexadecimal digits. */
export function getSpanId(traceparent: string): string {
  return traceparent.slice(spanIdAt, flagsAt - 1);
}
