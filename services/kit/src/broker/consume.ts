import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Logger } from 'pino';
import { toProblem } from '../errors.js';
import { deadLetterExchange, eventExchange, type InboundEvent, readEvent } from './message.js';

export interface Consumer {
  /** Queue name, such as `webhook.events`; shared by the replicas of a service. */
  readonly queue: string;
  /** Routing patterns, such as `lead.*`. */
  readonly bindings: readonly string[];
  /** Messages under way at once. */
  readonly prefetch: number;
  /** An exclusive queue of this process, for hints to caches: messages that it misses are lost. */
  readonly transient?: boolean;
  /** Must be idempotent. After a rejection the event is delivered again, up to ten times; then it goes to `<queue>.dead`. */
  readonly handle: (event: InboundEvent) => Promise<void>;
}

export interface RunningConsumer {
  stop(): Promise<void>;
}

const maxRedeliveries = 10;
const maxPauseMs = 5_000;
const maxRedeliveryPauseMs = 1_000;

/** Whether the database or a service that the handler needs is unreachable. */
function isOutage(error: unknown): boolean {
  return toProblem(error).code === 'SERVICE_UNAVAILABLE';
}

async function declareQueue(channel: Channel, { queue, transient, bindings }: Consumer): Promise<string> {
  const options = transient
    ? { exclusive: true, autoDelete: true, durable: false, maxLength: 10_000 }
    : {
        durable: true,
        arguments: {
          'x-queue-type': 'quorum',
          'x-delivery-limit': maxRedeliveries,
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
  #isOpen = true;
  #isStopping = false;

  constructor(channel: Channel, consumer: Consumer, reconnect: () => void, log: Logger) {
    this.#channel = channel;
    this.#consumer = consumer;
    this.#log = log;
    channel.on('error', (error) => log.warn({ err: error, queue: consumer.queue }, 'consumer channel failed'));
    channel.on('close', () => {
      this.#isOpen = false;
      if (!this.#isStopping) reconnect();
    });
  }

  accept(message: ConsumeMessage): void {
    const work = this.#handle(message).finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  /** During an outage the message is held and tried again: redelivering it would count as a delivery and dead-letter it. */
  async #handle(message: ConsumeMessage): Promise<void> {
    const deliveries = Number(message.properties.headers?.['x-delivery-count'] ?? 0);
    for (let attempt = deliveries; this.#isOpen && !this.#isStopping; attempt += 1) {
      const error = await this.#attempt(message);
      if (error === null) return;
      const isHeld = isOutage(error);
      await sleep(Math.min(100 * 2 ** attempt, isHeld ? maxPauseMs : maxRedeliveryPauseMs));
      if (isHeld) continue;
      // A rejection counts towards the delivery limit; since RabbitMQ 4.3 a nack does not.
      if (this.#isOpen) this.#channel.reject(message, true);
      return;
    }
  }

  async #attempt(message: ConsumeMessage): Promise<Error | null> {
    try {
      await this.#consumer.handle(readEvent(message));
      if (this.#isOpen) this.#channel.ack(message);
      return null;
    } catch (error) {
      const { queue } = this.#consumer;
      this.#log.warn({ err: error, queue, event: message.properties.messageId }, 'event not handled');
      return error instanceof Error ? error : new Error('The handler failed.', { cause: error });
    }
  }

  /** Takes no further message and waits for the running handlers. */
  async stop(consumerTag: string): Promise<void> {
    this.#isStopping = true;
    if (this.#isOpen) await this.#channel.cancel(consumerTag).catch(() => undefined);
    await Promise.all(this.#running);
  }
}

/** Declares a consumer's queues on a channel of its own and begins to consume; calls `reconnect` when the channel closes. */
export async function startConsumer(
  model: ChannelModel,
  consumer: Consumer,
  reconnect: () => void,
  log: Logger,
): Promise<RunningConsumer> {
  const channel = await model.createChannel();
  const deliveries = new Deliveries(channel, consumer, reconnect, log);
  const queue = await declareQueue(channel, consumer);
  await channel.prefetch(consumer.prefetch);
  const { consumerTag } = await channel.consume(queue, (message) =>
    message ? deliveries.accept(message) : reconnect(),
  );
  return { stop: () => deliveries.stop(consumerTag) };
}
