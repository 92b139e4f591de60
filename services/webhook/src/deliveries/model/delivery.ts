import type { Attempt, Outcome } from './attempt.js';
import { maxAttempts, postpone, scheduleRetry } from './retry-schedule.js';
import type { SentRequest } from './sent-request.js';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** One event for one subscription. */
export interface Delivery {
  readonly id: string;
  readonly version: number;
  /** Id of the subscription: a webhook or an integration. */
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event: string;
  /** Epoch of the subscription in which the delivery's attempts were planned. */
  readonly epoch: number;
  readonly status: DeliveryStatus;
  /** Number of remaining attempts in the retry schedule. */
  readonly remaining_attempts: number;
  /** Time of the next attempt; absent when none is due. */
  readonly due_at?: Date;
  /**
   * Set while a resend is due. Contains the time at which the retry schedule continues after the resend, or null if the
   * schedule has ended.
   */
  readonly scheduled_retry_at?: Date | null;
  readonly attempts: readonly Attempt[];
  /** Request of the last attempt; absent when none was made. */
  readonly request?: SentRequest;
  readonly created_at: Date;
  /** Lead whose personal data the event carries; absent when it carries none. */
  readonly lead_id?: string;
  /** Time at which the personal data of an erased lead was removed. */
  readonly erased_at?: Date;
}

/** Attempt, with or without the response body. */
export type AttemptSummary = Omit<Attempt, 'response_body'> & Partial<Pick<Attempt, 'response_body'>>;

/** Delivery in the form that lists read. */
export interface DeliverySummary extends Omit<Delivery, 'attempts' | 'request'> {
  readonly attempts: readonly AttemptSummary[];
}

/** Event of a delivery, with the subscription that gets it. */
export interface DeliveryOrigin {
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event: string;
  readonly epoch: number;
  readonly lead_id?: string;
}

/** Maximum number of attempts that a delivery keeps, which are the latest ones. */
const maxStoredAttempts = 20;

/** Creates a delivery whose first attempt is due now. */
export function scheduleDelivery(origin: DeliveryOrigin, id: string, now: Date): Delivery {
  return { ...recordOnly(origin, id, now), due_at: now };
}

/** Creates a delivery that is not attempted unless it is resent. */
export function recordOnly(origin: DeliveryOrigin, id: string, now: Date): Delivery {
  return {
    id,
    version: 1,
    ...origin,
    status: 'pending',
    remaining_attempts: maxAttempts,
    attempts: [],
    created_at: now,
  };
}

/**
 * Creates the delivery of a test event. The request for the test makes the only attempt while it holds the lease. If
 * the process crashes before the attempt, the delivery becomes due when the lease ends.
 */
export function createTestDelivery(origin: DeliveryOrigin, id: string, now: Date, turnEndsAt: Date): Delivery {
  return { ...recordOnly(origin, id, now), remaining_attempts: 0, due_at: turnEndsAt };
}

/** A delivery that succeeded once keeps the status `delivered` when a resend fails. */
function getStatusAfter(before: DeliveryStatus, error: string | null): DeliveryStatus {
  return error === null || before === 'delivered' ? 'delivered' : 'failed';
}

/** Removes the response body, because receivers may echo the request. */
function removeResponseBody(attempt: Attempt): Attempt {
  return { ...attempt, response_body: null };
}

/** Returns the delivery without personal data. Its attempts, status and schedule don't change. */
export function redactDelivery(delivery: Delivery, now: Date): Delivery {
  const { lead_id: _lead, request: _request, ...rest } = delivery;
  return { ...rest, attempts: delivery.attempts.map(removeResponseBody), erased_at: now };
}

/**
 * Returns the time of the next attempt after a failed attempt. Returns null if the schedule has ended or was cancelled.
 */
function getNextDueAt(delivery: Delivery, remainingAttempts: number, outcome: Outcome): Date | null {
  const { due_at, scheduled_retry_at } = delivery;
  const { endedAt, retryAfterMs } = outcome;
  if (!due_at) return null;
  if (scheduled_retry_at === undefined) return scheduleRetry(remainingAttempts, endedAt, retryAfterMs);
  return scheduled_retry_at && postpone(scheduled_retry_at, endedAt, retryAfterMs);
}

/**
 * Returns the delivery after an attempt, with the next attempt due if one remains. A resend doesn't count as a
 * scheduled attempt.
 */
export function recordAttempt(delivery: Delivery, outcome: Outcome): Delivery {
  const { attempt, gone, request } = outcome;
  const { due_at: _due, request: _former, scheduled_retry_at, ...rest } = delivery;
  const status = getStatusAfter(delivery.status, attempt.error);
  const isFinal = status === 'delivered' || gone;
  const used = scheduled_retry_at === undefined ? 1 : 0;
  const remaining = isFinal ? 0 : Math.max(0, delivery.remaining_attempts - used);
  const next = isFinal ? null : getNextDueAt(delivery, remaining, outcome);
  const stored = delivery.erased_at ? removeResponseBody(attempt) : attempt;
  return {
    ...rest,
    status,
    remaining_attempts: remaining,
    attempts: [...delivery.attempts, stored].slice(-maxStoredAttempts),
    ...(request && !delivery.erased_at ? { request } : {}),
    ...(next ? { due_at: next } : {}),
  };
}

/** Delivery before and after an attempt was recorded. */
export interface DeliveryChange {
  readonly before: Delivery;
  readonly after: Delivery;
  /** Receiver of the attempt. */
  readonly receiver?: string | undefined;
}

/**
 * Returns whether the fifth attempt of the retry schedule has failed, for any reason. If an earlier attempt gets a 410,
 * the schedule ends without being exhausted.
 */
export function isExhausted({ before, after }: DeliveryChange): boolean {
  return after.status === 'failed' && before.remaining_attempts === 1 && before.scheduled_retry_at === undefined;
}

/**
 * Returns the delivery as due now, in an epoch of its subscription. If there was no attempt yet, the first attempt of
 * its schedule is due. Otherwise an attempt outside the schedule is due. Returns null if an attempt is already due or
 * in progress.
 */
export function resend<D extends DeliverySummary>(
  delivery: D,
  epoch: number,
  now: Date,
): (D & { readonly due_at: Date }) | null {
  const { due_at, scheduled_retry_at, attempts } = delivery;
  if (scheduled_retry_at !== undefined || (due_at && due_at <= now)) return null;
  return { ...delivery, epoch, due_at: now, ...(attempts.length > 0 ? { scheduled_retry_at: due_at ?? null } : {}) };
}
