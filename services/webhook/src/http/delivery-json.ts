import type { Delivery } from '../domain/delivery.js';

/** A delivery as the public sees it. `error` and `next_retry` are there only when there is one. */
export function deliveryJson({ id, event_id, event, status, attempts, due_at, created_at }: Delivery) {
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
    attempts,
  };
}
