import { attemptsPerDelivery, nextAttemptAt } from './attempt-schedule.js';
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

/** The delivery after an attempt, with the next one planned where one is left. */
export function conclude(delivery: Delivery, { attempt, endedAt, askedWait, gone }: Outcome): Delivery {
  const { due_at: _past, ...rest } = delivery;
  const status = statusAfter(delivery.status, attempt.error);
  const remaining = status === 'delivered' || gone ? 0 : Math.max(0, delivery.remaining - 1);
  const next = nextAttemptAt(remaining, endedAt, askedWait);
  return {
    ...rest,
    status,
    remaining,
    attempts: [...delivery.attempts, delivery.erased_at ? withoutAnswer(attempt) : attempt].slice(-attemptsKept),
    ...(next ? { due_at: next } : {}),
  };
}

/** Whether the attempt that failed last was the last of the schedule: the receiver is taken for broken. */
export function isExhausted({ status, attempts, remaining }: Delivery): boolean {
  return status === 'failed' && remaining === 0 && attempts.length === attemptsPerDelivery;
}

/** The delivery, due again now; one whose attempts are used up gets one more. */
export function resend(delivery: Delivery, now: Date): Delivery {
  return { ...delivery, remaining: Math.max(1, delivery.remaining), due_at: now };
}
