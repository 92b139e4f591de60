import type { Channel, ChannelModel } from 'amqplib';
import { eventExchange } from './message.js';

/** Exchanges of one service, to which no other may publish. */
export interface ServiceExchanges {
  /** Headers exchange of the messages that wait for another attempt: by consumer's queue and delay to the wait queue. */
  readonly retry: string;
  /** Headers exchange that takes messages back to one consumer's queue, with the routing key that they were published with. */
  readonly redelivery: string;
  /** Direct exchange of the messages that a consumer could not handle; the routing key is the consumer's queue. */
  readonly dead: string;
}

/** The exchanges of the service whose name a queue begins with, as do theirs: the broker's permissions go by that. */
export function toServiceExchanges(queue: string): ServiceExchanges {
  const [service = ''] = queue.split('.', 1);
  return { retry: `${service}.retry`, redelivery: `${service}.redelivery`, dead: `${service}.dead` };
}

/** Headers by which the headers exchanges route. */
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

export async function declareEventExchange(channel: Channel): Promise<void> {
  await channel.assertExchange(eventExchange, 'topic', { durable: true });
}

/** Whether a channel was closed because what it asked for is not there. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === 404;
}

/** The queues that are there. */
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

/** A channel that the broker closes at the first question after what is not there. */
async function openProbe(model: ChannelModel): Promise<Channel> {
  const channel = await model.createChannel();
  // The call under way is rejected with it.
  channel.on('error', () => undefined);
  return channel;
}

/**
 * Declares a durable queue, where its events wait between attempts, and where they end. The time to live of a queue's messages
 * counts from its head, so each delay has a queue of its own. Arguments of a declared queue can never be changed: those of an earlier
 * release hand their messages over to exchanges that all services shared, and stay bound to them.
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

/** Declares a queue of this connection alone; resolves to its name. */
export async function declareTransientQueue(channel: Channel, bindings: readonly string[]): Promise<string> {
  const options = { exclusive: true, autoDelete: true, durable: false, maxLength: 10_000 };
  const { queue } = await channel.assertQueue('', options);
  for (const pattern of bindings) await channel.bindQueue(queue, eventExchange, pattern);
  return queue;
}
