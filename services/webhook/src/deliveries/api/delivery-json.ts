import type { Attempt } from '../model/attempt.js';
import type { AttemptSummary, DeliverySummary } from '../model/delivery.js';
import type { KnownRequest, MissingReason } from '../model/sent-request.js';

function toAttemptJson({ timestamp, response_code, duration_ms, error, response_body }: AttemptSummary) {
  return { timestamp, response_code, duration_ms, error, ...(response_body === undefined ? {} : { response_body }) };
}

/**
 * Renders a delivery for the public API. The response bodies are included if they were read. `error` is present after a
 * failure, and `next_retry` while a retry is planned.
 */
export function toDeliveryJson({ id, event_id, event, status, attempts, due_at, created_at }: DeliverySummary) {
  const last = attempts.at(-1);
  const error = status === 'failed' ? last?.error : null;
  return {
    id,
    event_id,
    event,
    status,
    response_code: last?.response_code ?? null,
    ...(error ? { error } : {}),
    timestamp: created_at,
    ...(due_at && attempts.length > 0 ? { next_retry: due_at } : {}),
    attempts: attempts.map(toAttemptJson),
  };
}

/**
 * Renders the request of the last attempt as an additional field of the delivery. If the request can't be shown, the
 * field gives the reason.
 */
export function toRequestJson(found: KnownRequest | MissingReason) {
  if (typeof found === 'string') return { request: null, request_missing_reason: found };
  const { url, headers, body } = found;
  return { request: { method: 'POST', url, headers, body } };
}

/** Renders the result of a test event. `error` is present on failure. */
export function toTestJson(deliveryId: string, { error, response_code, duration_ms }: Attempt) {
  return {
    delivery_id: deliveryId,
    status: error === null ? 'delivered' : 'failed',
    response_code,
    response_time_ms: duration_ms,
    ...(error === null ? {} : { error }),
  };
}
