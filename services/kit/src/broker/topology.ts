import type { Channel, ChannelModel } from 'amqplib';
import { eventExchange } from './message.js';

/** Exchanges of one service. No other service may publish to them. */
export interface ServiceExchanges {
  /**
   * Headers exchange for messages that wait for their next attempt. Routes each to a wait queue by the consumer's queue
   * and the delay.
   */
  readonly retry: string;
  /** Headers exchange that returns messages to one consumer's queue with their original routing key. */
  readonly redelivery: string;
  /** Direct exchange for messages that a consumer could not handle. The routing key is the consumer's queue. */
  readonly dead: string;
}

/**
 * Returns the exchanges of the service that a queue belongs to. Queue and exchange names start with the name of the
 * service, because the broker's permissions match that prefix.
 */
export function toServiceExchanges(queue: string): ServiceExchanges {
  const [service = ''] = queue.split('.', 1);
  return { retry: `${service}.retry`, redelivery: `${service}.redelivery`, dead: `${service}.dead` };
}

/** Headers that the headers exchanges route by. */
export const routingHeaders = { queue: 'retry_queue', delay: 'retry_delay' } as const;

/** Milliseconds to wait before each retry of an event that could not be handled. */
export const defaultRetryDelaysMs: readonly number[] = [
  ...Array.from({ length: 2 }, () => 1_000),
  ...Array.from({ length: 3 }, () => 10_000),
  ...Array.from({ length: 5 }, () => 60_000),
];

/** Returns the name of the queue for events that a consumer gave up. */
export function toDeadLetterQueue(queue: string): string {
  return `${queue}.dead`;
}

/** Arguments of a queue that keeps a message until the dead-letter queue has confirmed it. */
const safely = {
  'x-queue-type': 'quorum',
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
};

/**
 * Far more than the consumer's own attempts, because the broker also counts deliveries that end with a lost connection.
 */
const maxRedeliveries = 10;

export async function declareEventExchange(channel: Channel): Promise<void> {
  await channel.assertExchange(eventExchange, 'topic', { durable: true });
}

/** Returns whether the broker closed a channel because the requested object does not exist. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === 404;
}

/** Returns which of the queues exist. */
async function findQueues(model: ChannelModel, names: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let channel: Channel | null = null;
  for (const name of names) {
    channel ??= await openProbe(model);
    try {
      await channel.checkQueue(name);
      found.add(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
      channel = null;
    }
  }
  await channel?.close();
  return found;
}

/** Opens a channel to check whether an object exists. The broker closes the channel if the object is missing. */
async function openProbe(model: ChannelModel): Promise<Channel> {
  const channel = await model.createChannel();
  // Ignored here, because the rejected call reports the error.
  channel.on('error', () => undefined);
  return channel;
}

/**
 * Declares a durable queue, its wait queues, and its dead-letter queue. Each delay needs its own wait queue, because
 * messages only expire at the head of a queue.
 *
 * The arguments of a declared queue can't be changed. Queues that an earlier release of Plotline declared pass their
 * messages to exchanges shared by all services, so they stay bound to those exchanges.
 */
export async function declareQueue(
  model: ChannelModel,
  channel: Channel,
  queue: string,
  bindings: readonly string[],
  retryDelaysMs: readonly number[],
): Promise<void> {
  const exchanges = toServiceExchanges(queue);
  await channel.assertExchange(exchanges.dead, 'direct', { durable: true });
  await channel.assertExchange(exchanges.retry, 'headers', { durable: true });
  await channel.assertExchange(exchanges.redelivery, 'headers', { durable: true });

  const waitQueues = [...new Set(retryDelaysMs)].map((delay) => ({ name: `${queue}.retry.${delay}ms`, delay }));
  const found = await findQueues(model, [queue, ...waitQueues.map(({ name }) => name)]);
  const declare = async (name: string, arguments_: object) => {
    if (!found.has(name)) await channel.assertQueue(name, { durable: true, arguments: { ...safely, ...arguments_ } });
  };

  const deadLetterQueue = toDeadLetterQueue(queue);
  await channel.assertQueue(deadLetterQueue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue(deadLetterQueue, exchanges.dead, queue);
  await declare(queue, {
    'x-delivery-limit': maxRedeliveries,
    'x-dead-letter-exchange': exchanges.dead,
    'x-dead-letter-routing-key': queue,
  });
  for (const pattern of bindings) await channel.bindQueue(queue, eventExchange, pattern);
  const toQueue = { 'x-match': 'all', [routingHeaders.queue]: queue };
  await channel.bindQueue(queue, exchanges.redelivery, '', toQueue);
  for (const { name, delay } of waitQueues) {
    await declare(name, { 'x-message-ttl': delay, 'x-dead-letter-exchange': exchanges.redelivery });
    await channel.bindQueue(name, exchanges.retry, '', { ...toQueue, [routingHeaders.delay]: String(delay) });
  }
}

/** Declares a queue for this connection only; resolves to its name. */
export async function declareTransientQueue(channel: Channel, bindings: readonly string[]): Promise<string> {
  const options = { exclusive: true, autoDelete: true, durable: false, maxLength: 10_000 };
  const { queue } = await channel.assertQueue('', options);
  for (const pattern of bindings) await channel.bindQueue(queue, eventExchange, pattern);
  return queue;
}
