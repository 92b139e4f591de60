import { randomUUID } from 'node:crypto';
import type { ConsumeMessage, GetMessage } from 'amqplib';
import type { Publication } from './publish.js';
import { routingHeaders, toServiceExchanges } from './topology.js';

/** Describes an error by name and code, because messages of errors contain personal data. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name;
}

/** Counts the failed attempts of a message so far. */
export function countAttempts({ properties }: Pick<ConsumeMessage, 'properties'>): number {
  const attempts = Number(properties.headers?.attempts ?? 0);
  return Number.isSafeInteger(attempts) && attempts > 0 ? attempts : 0;
}

/** Copies a message as it was published, without headers of the broker and of earlier attempts. */
export function copyMessage(message: ConsumeMessage | GetMessage) {
  const { content, fields, properties } = message;
  const { mode, request_id, traceparent, agent_id } = properties.headers ?? {};
  const id = typeof properties.messageId === 'string' ? properties.messageId : randomUUID();
  const headers = { mode, request_id, traceparent, agent_id };
  return { id, content, routingKey: fields.routingKey, headers, mandatory: true };
}

/** Returns the message to be published to a different consumer's queue. */
export function moveTo(message: ConsumeMessage, queue: string): Publication {
  const { headers, ...copy } = copyMessage(message);
  const { redelivery } = toServiceExchanges(queue);
  return { ...copy, exchangeName: redelivery, headers: { ...headers, [routingHeaders.queue]: queue } };
}

/**
 * Returns the message to publish after a failed attempt. It goes to the wait queue, with a delay that depends on the
 * number of failures so far. When no attempt is left, it goes to the dead-letter queue.
 */
export function postpone(
  message: ConsumeMessage,
  queue: string,
  delaysMs: readonly number[],
  error: unknown,
): Publication {
  const { headers, ...copy } = copyMessage(message);
  const attempts = countAttempts(message) + 1;
  const delay = delaysMs[attempts - 1];
  const exchanges = toServiceExchanges(queue);
  if (delay === undefined) {
    const reason = { event: copy.routingKey, attempts, error: describeError(error), dead_at: new Date().toISOString() };
    return { ...copy, exchangeName: exchanges.dead, routingKey: queue, headers: { ...headers, ...reason } };
  }
  const routing = { [routingHeaders.queue]: queue, [routingHeaders.delay]: String(delay) };
  return { ...copy, exchangeName: exchanges.retry, headers: { ...headers, attempts, ...routing } };
}
