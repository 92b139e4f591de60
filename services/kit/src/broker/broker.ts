import type { ConfirmChannel } from 'amqplib';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { registerBrokerGauges } from './broker-gauges.js';
import { createAttemptObserver, createPublishingObserver } from './broker-metrics.js';
import { openConnection } from './connection.js';
import { type Consumer, type RunningConsumer, startConsumer } from './consume.js';
import { publishInSpans } from './event-spans.js';
import type { OutboundEvent } from './message.js';
import { type Publication, Publisher, toPublication } from './publish.js';
import { declareEventExchange } from './topology.js';

export interface BrokerOptions {
  readonly url: string;
  readonly log: Logger;
  readonly consumers?: readonly Consumer[];
  /** Registry of the broker's metrics. */
  readonly registry?: Registry;
}

/**
 * Two connections to RabbitMQ. While the broker lacks memory or disk space, it stops reading from the publishing
 * connection, but not from the consuming one. When a connection or one of its channels closes, everything on that
 * connection is set up again.
 */
export interface Broker {
  /**
   * Publishes events. Resolves when the broker has confirmed or returned all of them. The result contains the ids of
   * mandatory events that no queue took. Rejects if the broker is unreachable, refuses messages, or doesn't answer
   * within ten seconds. Some of the events may have been published by then.
   */
  publish(events: readonly OutboundEvent[]): Promise<ReadonlySet<string>>;
  isConnected(): boolean;
  /** Calls the listener whenever `isConnected` becomes true. */
  onConnect(listener: () => void): void;
  /** Stops accepting messages and waits for the running handlers. */
  stopConsuming(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts to connect and returns immediately, because a service starts and stores changes even while the broker is
 * unreachable.
 */
export async function createBroker({ url, log, consumers = [], registry }: BrokerOptions): Promise<Broker> {
  const listeners: (() => void)[] = [];
  let channel: ConfirmChannel | null = null;
  let publisher: Publisher | null = null;
  let isBlocked = false;
  let running: RunningConsumer[] | null = null;
  let isStopping = false;

  const isConnected = () => publisher !== null && !isBlocked && running !== null;
  const announce = () => {
    if (isConnected()) for (const listener of listeners) listener();
  };
  const observePublishing = createPublishingObserver(registry);
  const publish = (publications: readonly Publication[]) =>
    observePublishing(publications.length, async () => {
      if (!publisher || isBlocked) throw new Error('The broker is not connected, or accepts no messages.');
      return publisher.publish(publications);
    });
  const observe = createAttemptObserver(registry);
  const publishToQueue = async (publication: Publication) => {
    if ((await publish([publication])).size > 0) throw new Error('No queue accepts the message.');
  };

  const publishing = await openConnection({
    url,
    log,
    purpose: 'publishing',
    setup: async (model, reconnect) => {
      channel = await model.createConfirmChannel();
      channel.on('error', (error) => log.warn({ err: error }, 'publishing channel failed'));
      channel.on('close', reconnect);
      await declareEventExchange(channel);
      isBlocked = false;
      model.on('blocked', (reason) => {
        isBlocked = true;
        log.warn({ reason }, 'broker accepts no messages');
      });
      model.on('unblocked', () => {
        isBlocked = false;
        log.info('broker accepts messages again');
        announce();
      });
      publisher = new Publisher(channel, reconnect);
      announce();
    },
    onLost: () => {
      channel = null;
      publisher = null;
    },
  });

  const consuming = await openConnection({
    url,
    log,
    purpose: 'consuming',
    setup: async (model, reconnect) => {
      const channel = await model.createChannel();
      await declareEventExchange(channel);
      await channel.close();
      const options = { model, reconnect, publish: publishToQueue, log, observe };
      running = await Promise.all((isStopping ? [] : consumers).map((consumer) => startConsumer(consumer, options)));
      announce();
    },
    onLost: () => {
      running = null;
    },
  });

  const gauges = registry
    ? registerBrokerGauges(registry, {
        isConnected,
        queues: consumers.filter(({ transient }) => !transient).map(({ queue }) => queue),
        countMessages: async (queue) => {
          if (!channel) throw new Error('The broker is not connected.');
          return (await channel.checkQueue(queue)).messageCount;
        },
      })
    : null;

  return {
    publish: (events) => publishInSpans(events, (all) => publish(all.map(toPublication))),
    isConnected,
    onConnect: (listener) => void listeners.push(listener),
    stopConsuming: async () => {
      isStopping = true;
      await Promise.all((running ?? []).map((consumer) => consumer.stop()));
    },
    close: async () => {
      gauges?.stop();
      await Promise.all([publishing.close(), consuming.close()]);
    },
  };
}
