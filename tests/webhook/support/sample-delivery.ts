import type { Outcome } from '@plotline/webhook/deliveries/model/attempt';
import { type Delivery, scheduleDelivery } from '@plotline/webhook/deliveries/model/delivery';

export const startedAt = new Date('2026-03-01T09:30:00.000Z');

export function sampleDelivery(change: Partial<Delivery> = {}): Delivery {
  const origin = { webhook_id: 'wh_1', event_id: 'evt_1', event: 'lead.created', epoch: 0 };
  return { ...scheduleDelivery(origin, 'dlv_1', startedAt), ...change };
}

/** Outcome of an attempt that ended at a time. A success if `error` is null. */
export function sampleOutcome(endedAt: Date, error: string | null, change: Partial<Outcome> = {}): Outcome {
  const response_code = error === null ? 200 : 500;
  const attempt = { timestamp: endedAt, response_code, duration_ms: 1, error, response_body: null };
  return { attempt, endedAt, retryAfterMs: 0, gone: false, ...change };
}
