import { type Span, type SpanDescription, startSpan, toErrorType } from '../telemetry/span.js';
import { eventExchange, type InboundEvent, type OutboundEvent } from './message.js';

const system = { 'messaging.system': 'rabbitmq' };

function startPublishSpan({ id, name, requestId, traceparent }: OutboundEvent): Span {
  return startSpan(traceparent, () => ({
    name: `publish ${name}`,
    kind: 'producer',
    attributes: {
      ...system,
      'messaging.operation.type': 'send',
      'messaging.operation.name': 'publish',
      'messaging.destination.name': eventExchange,
      'messaging.rabbitmq.destination.routing_key': name,
      'messaging.message.id': id,
      'plotline.request_id': requestId,
    },
  }));
}

/**
 * Publishes events, each in a span that ends when the broker has answered for all of them. Consumer spans are its
 * children. The time between its parent's end and its start is the time that the event waited in the outbox.
 */
export async function publishInSpans<T>(
  events: readonly OutboundEvent[],
  publish: (events: readonly OutboundEvent[]) => Promise<T>,
): Promise<T> {
  const spans: Span[] = [];
  const traced = events.map((event) => {
    if (event.traceparent === undefined) return event;
    const span = startPublishSpan(event);
    if (!span.isRecorded) return event;
    spans.push(span);
    return { ...event, traceparent: span.traceparent };
  });
  if (spans.length === 0) return publish(events);
  let errorType: string | undefined;
  try {
    return await publish(traced);
  } catch (error) {
    errorType = toErrorType(error);
    throw error;
  } finally {
    for (const span of spans) span.end(errorType);
  }
}

/** Describes one attempt of a consumer to handle an event. */
export function describeConsumption(queue: string, { id, name, requestId }: InboundEvent): SpanDescription {
  return {
    name: `process ${queue}`,
    kind: 'consumer',
    attributes: {
      ...system,
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': eventExchange,
      'messaging.destination.subscription.name': queue,
      'messaging.rabbitmq.destination.routing_key': name,
      'messaging.message.id': id,
      'plotline.request_id': requestId,
    },
  };
}
