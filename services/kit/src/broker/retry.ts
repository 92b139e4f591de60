import { randomUUID } from 'node:crypto';
import type { ConsumeMessage, GetMessage } from 'amqplib';
import { deadLetterExchange } from './message.js';
import type { Publication } from './publish.js';
import { redeliveryExchange, retryExchange, routingHeaders } from './topology.js';

/** What failed, by name and code: messages of errors contain personal data. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name;
}

/** Failed attempts of a message so far. */
export function countAttempts({ properties }: Pick<ConsumeMessage, 'properties'>): number {
  const attempts = Number(properties.headers?.attempts ?? 0);
  return Number.isSafeInteger(attempts) && attempts > 0 ? attempts : 0;
}

/** A message as it was published, with further headers; those of the broker and of earlier attempts are left out. */
export function copyMessage(message: ConsumeMessage | GetMessage) {
  const { content, fields, properties } = message;
  const { mode, request_id, traceparent, agent_id } = properties.headers ?? {};
  const id = typeof properties.messageId === 'string' ? properties.messageId : randomUUID();
  const headers = { mode, request_id, traceparent, agent_id };
  return { id, content, routingKey: fields.routingKey, headers, mandatory: true };
}

/** A message as it is published to the queue of another consumer. */
export function moveTo(message: ConsumeMessage, queue: string): Publication {
  const { headers, ...copy } = copyMessage(message);
  return { ...copy, exchangeName: redeliveryExchange, headers: { ...headers, [routingHeaders.queue]: queue } };
}

/**
 * A message that was not handled, as it is published for its next attempt, after the delay of as many failures; to the
 * dead-letter queue when there is none left.
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
  if (delay === undefined) {
    const reason = { event: copy.routingKey, attempts, error: describeError(error), dead_at: new Date().toISOString() };
    return { ...copy, exchangeName: deadLetterExchange, routingKey: queue, headers: { ...headers, ...reason } };
  }
  const routing = { [routingHeaders.queue]: queue, [routingHeaders.delay]: String(delay) };
  return { ...copy, exchangeName: retryExchange, headers: { ...headers, attempts, ...routing } };
}
