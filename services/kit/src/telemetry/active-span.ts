import { AsyncLocalStorage } from 'node:async_hooks';

/** Recorded work that is currently running. Calls find it here, so nobody has to pass it on. */
interface ActiveWork {
  readonly traceparent: string;
  /** Whether the work has ended. Timers and tasks that it started outlive it, and must not add to its trace. */
  isOver: boolean;
}

/** Part of a span that its work needs. */
interface RecordedSpan {
  readonly isRecorded: boolean;
  readonly traceparent: string;
}

/** Created for the first recorded span, because a process that records nothing should not pay for it. */
let storage: AsyncLocalStorage<ActiveWork> | null = null;

/** Runs work as part of a span. If the span is recorded, the work's database operations become its children. */
export async function runInSpan<T>(span: RecordedSpan, work: () => Promise<T>): Promise<T> {
  if (!span.isRecorded) return work();
  storage ??= new AsyncLocalStorage();
  const active: ActiveWork = { traceparent: span.traceparent, isOver: false };
  try {
    return await storage.run(active, work);
  } finally {
    active.isOver = true;
  }
}

/** Returns the `traceparent` of the recorded span that the current work belongs to; undefined without one. */
export function getActiveTraceparent(): string | undefined {
  const active = storage?.getStore();
  return active === undefined || active.isOver ? undefined : active.traceparent;
}
