import type { Channel } from 'amqplib';
import { deadLetterExchange, eventExchange } from './message.js';

/** Headers exchange of the messages that wait for another attempt: by consumer's queue and delay to the wait queue. */
export const retryExchange = 'plotline.retry';

/** Headers exchange that takes messages back to one consumer's queue, with the routing key that they were published with. */
export const redeliveryExchange = 'plotline.redelivery';

/** Headers by which the two exchanges above route. */
export const routingHeaders = { queue: 'retry_queue', delay: 'retry_delay' } as const;

/** Pauses in milliseconds before each further attempt of an event that could not be handled. */
export const defaultRetryDelaysMs: readonly number[] = [
  ...Array.from({ length: 2 }, () => 1_000),
  ...Array.from({ length: 3 }, () => 10_000),
  ...Array.from({ length: 5 }, () => 60_000),
];

/** The queue of the events that a consumer gave up. */
export function toDeadLetterQueue(queue: string): string {
  return `${queue}.dead`;
}

/** A message that its queue cannot pass on stays in it. */
const safely = {
  'x-queue-type': 'quorum',
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
};

/** Far more than the attempts of the consumer: what the broker counts are lost connections. */
const maxRedeliveries = 10;

export async function declareExchanges(channel: Channel): Promise<void> {
  await channel.assertExchange(eventExchange, 'topic', { durable: true });
  await channel.assertExchange(deadLetterExchange, 'direct', { durable: true });
  await channel.assertExchange(retryExchange, 'headers', { durable: true });
  await channel.assertExchange(redeliveryExchange, 'headers', { durable: true });
}

/**
 * Declares a durable queue, where its events wait between attempts, and where they end. The time to live of a queue's messages
 * counts from its head, so each delay has a queue of its own. Arguments of a declared queue can never be changed.
 */
export async function declareQueue(
  channel: Channel,
  queue: string,
  bindings: readonly string[],
  retryDelaysMs: readonly number[],
): Promise<void> {
  const deadLetterQueue = toDeadLetterQueue(queue);
  await channel.assertQueue(deadLetterQueue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue(deadLetterQueue, deadLetterExchange, queue);
  await channel.assertQueue(queue, {
    durable: true,
    arguments: {
      ...safely,
      'x-delivery-limit': maxRedeliveries,
      'x-dead-letter-exchange': deadLetterExchange,
      'x-dead-letter-routing-key': queue,
    },
  });
  for (const pattern of bindings) await channel.bindQueue(queue, eventExchange, pattern);
  const toQueue = { 'x-match': 'all', [routingHeaders.queue]: queue };
  await channel.bindQueue(queue, redeliveryExchange, '', toQueue);
  for (const delay of new Set(retryDelaysMs)) {
    const waitQueue = `${queue}.retry.${delay}ms`;
    const returning = { 'x-message-ttl': delay, 'x-dead-letter-exchange': redeliveryExchange };
    await channel.assertQueue(waitQueue, { durable: true, arguments: { ...safely, ...returning } });
    await channel.bindQueue(waitQueue, retryExchange, '', { ...toQueue, [routingHeaders.delay]: String(delay) });
  }
}

/** Declares a queue of this connection alone; resolves to its name. */
export async function declareTransientQueue(channel: Channel, bindings: readonly string[]): Promise<string> {
  const options = { exclusive: true, autoDelete: true, durable: false, maxLength: 10_000 };
  const { queue } = await channel.assertQueue('', options);
  for (const pattern of bindings) await channel.bindQueue(queue, eventExchange, pattern);
  return queue;
}
