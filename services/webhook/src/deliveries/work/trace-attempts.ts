import { type Logger, toLogFields } from '@plotline/kit/telemetry/log';
import { startSpan, toErrorType } from '@plotline/kit/telemetry/span';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { Attempt } from '../model/attempt.js';
import type { AttemptDelivery, AttemptedEvent } from '../model/attempt-delivery.js';

function startAttemptSpan(noun: string, { tenant, delivery, request_id, traceparent }: AttemptedEvent) {
  return startSpan(traceparent, () => ({
    name: `deliver ${noun}`,
    kind: 'client',
    attributes: {
      // Records neither the receiver's address nor its response, because they belong to the customer and may contain
      // secrets.
      'http.request.method': 'POST',
      'plotline.event': delivery.event,
      'plotline.event_id': delivery.event_id,
      'plotline.delivery_id': delivery.id,
      'plotline.subscription_id': delivery.webhook_id,
      'plotline.attempt': delivery.attempts.length + 1,
      'plotline.request_id': request_id,
      'plotline.workspace_id': tenant.workspaceId,
    },
  }));
}

function toErrorTypeOf({ error, response_code }: Attempt): string | undefined {
  if (error === null) return undefined;
  return response_code === null ? 'no_response' : String(response_code);
}

/**
 * Adds a span and a log line to each attempt, in the trace of the request that caused the event. The receiver gets no
 * `traceparent`, because the receiver doesn't belong to the system.
 */
export function traceAttempts<S extends StoredSubscription>(
  noun: 'webhook' | 'integration',
  attemptDelivery: AttemptDelivery<S>,
  log: Logger,
): AttemptDelivery<S> {
  return async (subscription, event, signal) => {
    const span = startAttemptSpan(noun, event);
    const { traceparent } = span;
    try {
      const outcome = await attemptDelivery(subscription, { ...event, traceparent }, signal);
      const { response_code, duration_ms } = outcome.attempt;
      span.set({ 'http.response.status_code': response_code ?? undefined });
      span.end(toErrorTypeOf(outcome.attempt));
      if (log.isLevelEnabled('debug')) {
        const { tenant, delivery, request_id } = event;
        const ids = toLogFields({ ...tenant, ...(request_id && { requestId: request_id }), traceparent });
        log.debug(
          { ...ids, delivery: delivery.id, event: delivery.event_id, response_code, duration_ms },
          'delivery attempted',
        );
      }
      return outcome;
    } catch (error) {
      span.end(toErrorType(error));
      throw error;
    }
  };
}
