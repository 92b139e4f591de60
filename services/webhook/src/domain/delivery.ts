import { attemptsPerDelivery, nextAttemptAt, putOff } from './attempt-schedule.js';
import { withoutRecord } from './payload.js';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** One try to hand a delivery to its receiver. */
export interface Attempt {
  /** When it began. */
  readonly timestamp: Date;
  /** HTTP status, or null when no complete answer came. */
  readonly response_code: number | null;
  readonly duration_ms: number;
  /** Why it failed, or null. */
  readonly error: string | null;
  /** The beginning of the answer's body, as text. */
  readonly response_body: string | null;
}

/** An attempt and what its answer asks for beyond it. */
export interface Outcome {
  readonly attempt: Attempt;
  readonly endedAt: Date;
  /** Milliseconds that the receiver wants to be left alone for (429 and 503 with Retry-After); else 0. */
  readonly askedWait: number;
  /** The receiver is gone for good (410). */
  readonly gone: boolean;
}

/** One event for one subscription. */
export interface Delivery {
  readonly id: string;
  readonly version: number;
  readonly subscription_id: string;
  readonly event_id: string;
  readonly event: string;
  /** The body to send, byte for byte (UTF-8). */
  readonly payload: string;
  readonly status: DeliveryStatus;
  /** Scheduled attempts still to come. */
  readonly remaining: number;
  /** When the next attempt may begin; absent when none is due. */
  readonly due_at?: Date;
  /** There while the attempt that is due is one beyond the schedule: when that goes on, null when it has ended. */
  readonly resumes_at?: Date | null;
  readonly attempts: readonly Attempt[];
  readonly created_at: Date;
  /** The lead whose personal data the payload carries; absent when it carries none. */
  readonly lead_id?: string;
  /** When the personal data went, as the lead was erased. */
  readonly erased_at?: Date;
}

export interface DeliveryOrigin {
  readonly subscription_id: string;
  readonly event_id: string;
  readonly event: string;
  readonly payload: string;
  readonly lead_id?: string;
}

/** Attempts kept with a delivery that is sent again and again. */
const attemptsKept = 20;

/** A delivery to attempt at once. */
export function plan(origin: DeliveryOrigin, id: string, now: Date): Delivery {
  return { ...shelve(origin, id, now), due_at: now };
}

/** A delivery that is recorded but not attempted until somebody asks for it. */
export function shelve(origin: DeliveryOrigin, id: string, now: Date): Delivery {
  return {
    id,
    version: 1,
    ...origin,
    status: 'pending',
    remaining: attemptsPerDelivery,
    attempts: [],
    created_at: now,
  };
}

function statusAfter(before: DeliveryStatus, error: string | null): DeliveryStatus {
  // What was delivered once stays so, even when it is sent again in vain.
  return error === null || before === 'delivered' ? 'delivered' : 'failed';
}

/** Receivers may echo what they were sent. */
function withoutAnswer(attempt: Attempt): Attempt {
  return { ...attempt, response_body: null };
}

/** The delivery without the personal data in it; that it was made, and what became of it, stays. */
export function redact(delivery: Delivery, now: Date): Delivery {
  const { lead_id: _gone, ...rest } = delivery;
  return {
    ...rest,
    payload: withoutRecord(delivery.payload),
    attempts: delivery.attempts.map(withoutAnswer),
    erased_at: now,
  };
}

/** When the next attempt after a failed one is due; null when there is none, or none is wanted any more. */
function dueAfter({ due_at, resumes_at }: Delivery, remaining: number, { endedAt, askedWait }: Outcome): Date | null {
  if (!due_at) return null;
  if (resumes_at === undefined) return nextAttemptAt(remaining, endedAt, askedWait);
  return resumes_at && putOff(resumes_at, endedAt, askedWait);
}

/** The delivery after an attempt, with the next one planned where one is left; one beyond the schedule uses up none. */
export function conclude(delivery: Delivery, outcome: Outcome): Delivery {
  const { attempt, gone } = outcome;
  const { due_at: _past, resumes_at, ...rest } = delivery;
  const status = statusAfter(delivery.status, attempt.error);
  const isOver = status === 'delivered' || gone;
  const remaining = isOver ? 0 : Math.max(0, delivery.remaining - (resumes_at === undefined ? 1 : 0));
  const next = isOver ? null : dueAfter(delivery, remaining, outcome);
  return {
    ...rest,
    status,
    remaining,
    attempts: [...delivery.attempts, delivery.erased_at ? withoutAnswer(attempt) : attempt].slice(-attemptsKept),
    ...(next ? { due_at: next } : {}),
  };
}

/** A delivery before and after an attempt. */
export interface Concluded {
  readonly before: Delivery;
  readonly after: Delivery;
}

/** Whether the attempt was the last of the schedule and failed: the receiver is taken for broken. */
export function isExhausted({ before, after }: Concluded): boolean {
  return after.status === 'failed' && before.remaining === 1 && before.resumes_at === undefined;
}

/**
 * The delivery, due now: for an attempt beyond the schedule or, if none was ever made, for the first of the schedule. Null
 * when an attempt is due or under way as it is.
 */
export function resend(delivery: Delivery, now: Date): Delivery | null {
  const { due_at, resumes_at, attempts } = delivery;
  if (resumes_at !== undefined || (due_at && due_at <= now)) return null;
  return { ...delivery, due_at: now, ...(attempts.length > 0 ? { resumes_at: due_at ?? null } : {}) };
}
