import { Problem } from '../core/errors.js';
import { isSampled, newTraceparent, withoutSampling } from '../core/traceparent.js';

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a span is about. It is asked for only when the span is recorded. */
export interface SpanDescription {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  readonly attributes: SpanAttributes;
  /** When it began, in milliseconds since the epoch; now by default. */
  readonly startTime?: number;
}

/** A piece of work in a trace, from its start until `end` is called, which is to be once. */
export interface Span {
  /** For what the work causes: a child of this span. Of a span that is not recorded, the place of its parent. */
  readonly traceparent: string;
  readonly isRecorded: boolean;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** `errorType` tells that the work failed, by a name or code: messages contain personal data. */
  end(errorType?: string): void;
}

/** Records spans. There is one in a process that exports them, and none in any other. */
export interface SpanRecorder {
  /** The share of the requests from outside that are recorded, from 0 to 1. */
  readonly ratio: number;
  start(description: SpanDescription, parent: string | undefined): Span;
}

let recorder: SpanRecorder | null = null;

/** Has spans recorded from now on, or no more. */
export function useSpanRecorder(next: SpanRecorder | null): void {
  recorder = next;
}

/** Whether this process records spans. */
export function hasSpanRecorder(): boolean {
  return recorder !== null;
}

const ignore = () => undefined;

function toUnrecorded(traceparent: string): Span {
  return { traceparent, isRecorded: false, rename: ignore, set: ignore, end: ignore };
}

/** Starts a span of work that `parent` has caused. It is recorded if that is: who records a trace is decided where it begins. */
export function startSpan(parent: string | undefined, describe: () => SpanDescription): Span {
  if (parent === undefined) return toUnrecorded(newTraceparent());
  return recorder && isSampled(parent) ? recorder.start(describe(), parent) : toUnrecorded(parent);
}

/**
 * Starts the span of a request from outside. It continues the client's trace, but whether it is recorded is drawn by lot here: neither
 * the client's flag nor the id that it has chosen decides on the load of the collector.
 */
export function startRequestSpan(client: string | undefined, describe: () => SpanDescription): Span {
  if (recorder && Math.random() < recorder.ratio) return recorder.start(describe(), client);
  return toUnrecorded(client === undefined ? newTraceparent() : withoutSampling(client));
}

/** What an error is called in traces: never its message. */
export function toErrorType(error: unknown): string {
  if (error instanceof Problem) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

/** Does the work within a span, which ends with it. */
export async function inSpan<T>(
  parent: string | undefined,
  describe: () => SpanDescription,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = startSpan(parent, describe);
  try {
    const result = await work(span);
    span.end();
    return result;
  } catch (error) {
    span.end(toErrorType(error));
    throw error;
  }
}
