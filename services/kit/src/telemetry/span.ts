import { Problem } from '../core/errors.js';
import { isSampled, newTraceparent, withoutSampling } from '../core/ids.js';
import { runInSpan } from './active-span.js';

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Description of a span, created only when the span is recorded. */
export interface SpanDescription {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  readonly attributes: SpanAttributes;
  /** Start in milliseconds since the epoch; now by default. */
  readonly startTime?: number;
}

/** A piece of work in a trace, from its start until `end` is called once. */
export interface Span {
  /** `traceparent` for child work that this span causes. In an unrecorded span, it is the parent's value. */
  readonly traceparent: string;
  readonly isRecorded: boolean;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /**
   * Ends the span. `errorType` marks the work as failed. It is a name or code, because messages contain personal data.
   */
  end(errorType?: string): void;
}

/** Records spans. Only a process that exports spans has one. */
export interface SpanRecorder {
  /** Share of external requests that are recorded, from 0 to 1. */
  readonly ratio: number;
  start(description: SpanDescription, parent: string | undefined): Span;
}

let recorder: SpanRecorder | null = null;

/** Sets the span recorder, or removes it. */
export function useSpanRecorder(next: SpanRecorder | null): void {
  recorder = next;
}

/** Returns whether this process records spans. */
export function hasSpanRecorder(): boolean {
  return recorder !== null;
}

const ignore = () => undefined;

function toUnrecorded(traceparent: string): Span {
  return { traceparent, isRecorded: false, rename: ignore, set: ignore, end: ignore };
}

/**
 * Starts the span of work that `parent` has caused. It is recorded if its parent is; the decision is made where the
 * trace starts.
 */
export function startSpan(parent: string | undefined, describe: () => SpanDescription): Span {
  if (parent === undefined) return toUnrecorded(newTraceparent());
  return recorder && isSampled(parent) ? recorder.start(describe(), parent) : toUnrecorded(parent);
}

/**
 * Starts the span of an external request. It continues the client's trace, but whether it is recorded is decided at
 * random here. So neither the client's flag nor its id affects the collector's load.
 */
export function startRequestSpan(client: string | undefined, describe: () => SpanDescription): Span {
  if (recorder && Math.random() < recorder.ratio) return recorder.start(describe(), client);
  return toUnrecorded(client === undefined ? newTraceparent() : withoutSampling(client));
}

/** Returns an error's name for traces, never its message. */
export function toErrorType(error: unknown): string {
  if (error instanceof Problem) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

/** Runs work in a span. The span ends together with the work. */
export async function inSpan<T>(
  parent: string | undefined,
  describe: () => SpanDescription,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = startSpan(parent, describe);
  try {
    const result = await runInSpan(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(toErrorType(error));
    throw error;
  }
}
