import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Logger } from 'pino';
import { Problem } from '../errors.js';
import { isTransient } from '../mongo/transient.js';
import { deadLetterExchange, eventExchange, type InboundEvent, readEvent } from './message.js';

export interface Consumer {
  /** Queue name, such as `webhook.events`; shared by the replicas of a service. */
  readonly queue: string;
  /** Routing patterns, such as `lead.*`. */
  readonly bindings: readonly string[];
  /** Messages under way at once. */
  readonly prefetch: number;
  /** A queue of this process alone, gone with it, for hints to caches: what was missed is not caught up. */
  readonly transient?: boolean;
  /** Must bear the same event twice. A rejection brings the event again; after ten it goes to `<queue>.dead`. */
  readonly handle: (event: InboundEvent) => Promise<void>;
}

export interface RunningConsumer {
  stop(): Promise<void>;
}

const deliveryLimit = 10;
const longestPauseMs = 5_000;
const longestRedeliveryPauseMs = 1_000;

function isPassing(error: unknown): boolean {
  return isTransient(error) || (error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE');
}

async function declareQueue(channel: Channel, { queue, transient, bindings }: Consumer): Promise<string> {
  const options = transient
    ? { exclusive: true, autoDelete: true, durable: false, maxLength: 10_000 }
    : {
        durable: true,
        arguments: {
          'x-queue-type': 'quorum',
          'x-delivery-limit': deliveryLimit,
          'x-dead-letter-exchange': deadLetterExchange,
          'x-dead-letter-routing-key': queue,
          'x-dead-letter-strategy': 'at-least-once',
          'x-overflow': 'reject-publish',
        },
      };
  if (!transient) {
    await channel.assertQueue(`${queue}.dead`, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await channel.bindQueue(`${queue}.dead`, deadLetterExchange, queue);
  }
  const declared = await channel.assertQueue(transient ? '' : queue, options);
  for (const pattern of bindings) await channel.bindQueue(declared.queue, eventExchange, pattern);
  return declared.queue;
}

/** Handles the deliveries of one channel. */
class Deliveries {
  readonly #channel: Channel;
  readonly #consumer: Consumer;
  readonly #log: Logger;
  readonly #running = new Set<Promise<void>>();
  #open = true;
  #stopping = false;

  constructor(channel: Channel, consumer: Consumer, lost: () => void, log: Logger) {
    this.#channel = channel;
    this.#consumer = consumer;
    this.#log = log;
    channel.on('error', (error) => log.warn({ err: error, queue: consumer.queue }, 'consumer channel failed'));
    channel.on('close', () => {
      this.#open = false;
      if (!this.#stopping) lost();
    });
  }

  take(message: ConsumeMessage): void {
    const work = this.#settle(message).finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  /** While a part that the handler needs is away, the message is held: counting those tries would dead-letter it. */
  async #settle(message: ConsumeMessage): Promise<void> {
    const deliveries = Number(message.properties.headers?.['x-delivery-count'] ?? 0);
    for (let attempt = deliveries; this.#open && !this.#stopping; attempt += 1) {
      const error = await this.#attempt(message);
      if (error === null) return;
      const passing = isPassing(error);
      await sleep(Math.min(100 * 2 ** attempt, passing ? longestPauseMs : longestRedeliveryPauseMs));
      if (passing) continue;
      // A rejection counts towards the delivery limit; since RabbitMQ 4.3 a nack does not.
      if (this.#open) this.#channel.reject(message, true);
      return;
    }
  }

  async #attempt(message: ConsumeMessage): Promise<Error | null> {
    try {
      await this.#consumer.handle(readEvent(message));
      if (this.#open) this.#channel.ack(message);
      return null;
    } catch (error) {
      const { queue } = this.#consumer;
      this.#log.warn({ err: error, queue, event: message.properties.messageId }, 'event not handled');
      return error instanceof Error ? error : new Error('The handler failed.', { cause: error });
    }
  }

  /** Takes nothing more and waits for what runs. */
  async stop(consumerTag: string): Promise<void> {
    this.#stopping = true;
    if (this.#open) await this.#channel.cancel(consumerTag).catch(() => undefined);
    await Promise.all(this.#running);
  }
}

/** Declares a consumer's queues on a channel of its own and begins to consume; `lost` is called when the channel closes. */
export async function startConsumer(
  model: ChannelModel,
  consumer: Consumer,
  lost: () => void,
  log: Logger,
): Promise<RunningConsumer> {
  const channel = await model.createChannel();
  const deliveries = new Deliveries(channel, consumer, lost, log);
  const queue = await declareQueue(channel, consumer);
  await channel.prefetch(consumer.prefetch);
  const { consumerTag } = await channel.consume(queue, (message) => (message ? deliveries.take(message) : lost()));
  return { stop: () => deliveries.stop(consumerTag) };
}
