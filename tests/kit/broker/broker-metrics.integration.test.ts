import { randomUUID } from 'node:crypto';
import { createBroker } from '@plotline/kit/broker/broker';
import type { Consumer } from '@plotline/kit/broker/consume';
import type { OutboundEvent } from '@plotline/kit/broker/message';
import { unavailable } from '@plotline/kit/core/errors';
import { createLog } from '@plotline/kit/telemetry/log';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { connect } from 'amqplib';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { readMetric } from '../../support/read-metric.js';
import { storeUrl } from '../../support/test-stores.js';
import { useFixture } from '../../support/use-fixture.js';

/** Broker whose consumer handles an event as the event's id specifies. */
async function startMeasuredBroker() {
  const suffix = randomUUID();
  const [queue, topic] = [`test.${suffix}`, `test-${suffix}.created`];
  const { registry } = createMetrics('test');
  let isAway = true;
  const handle: Consumer['handle'] = async ({ id }) => {
    if (id === 'unhandled') throw new Error('never');
    if (id === 'held' && isAway) {
      isAway = false;
      throw unavailable('The store is away.');
    }
  };
  const broker = await createBroker({
    url: storeUrl('AMQP'),
    log: createLog('test', 'silent'),
    registry,
    consumers: [
      { queue, bindings: [topic], prefetch: 10, retryDelaysMs: [20], handle },
      {
        queue: 'hints',
        bindings: [topic],
        prefetch: 10,
        transient: true,
        handle: async ({ id }) => {
          if (id === 'unhandled') throw new Error('never');
        },
      },
    ],
  });
  await eventually(() => expect(broker.isConnected()).to.equal(true));
  const event = (id: string, name = topic): OutboundEvent => {
    return { id, name, payload: '{"n":1}', mode: 'live', requestId: 'request', mandatory: true };
  };
  return {
    queue,
    broker,
    event,
    read: (name: string, labels: Readonly<Record<string, string>>) => readMetric(registry, name, labels),
    stop: async () => {
      await broker.stopConsuming();
      await broker.close();
      const model = await connect(storeUrl('AMQP'));
      const channel = await model.createChannel();
      for (const name of [queue, `${queue}.dead`, `${queue}.retry.20ms`]) await channel.deleteQueue(name);
      await model.close();
    },
  };
}

describe('broker metrics', () => {
  const fixture = useFixture(startMeasuredBroker);

  it('count consumer attempts by queue and outcome', async () => {
    const { broker, event, queue, read } = fixture();
    await broker.publish(['handled', 'unhandled', 'held'].map((id) => event(id)));
    const count = (labels: { readonly queue: string; readonly outcome: string }) =>
      read('plotline_queue_attempt_duration_seconds_count', labels);
    await eventually(async () => {
      expect(await count({ queue, outcome: 'handled' })).to.equal(2);
      expect(await count({ queue, outcome: 'held' })).to.equal(1);
      expect(await count({ queue, outcome: 'retried' })).to.equal(1);
      expect(await count({ queue, outcome: 'dead_lettered' })).to.equal(1);
      expect(await count({ queue: 'hints', outcome: 'dropped' })).to.equal(1);
    });
  });

  it('count messages by outcome', async () => {
    const { broker, event, read } = fixture();
    const readAll = async () =>
      Promise.all(
        ['confirmed', 'unroutable', 'failed'].map(
          async (outcome) => (await read('plotline_published_messages_total', { outcome })) ?? 0,
        ),
      );
    const [confirmed = 0, unroutable = 0, failed = 0] = await readAll();
    await broker.publish([event('one'), event('two'), event('lost', 'nobody.listens')]);
    expect(await readAll()).to.deep.equal([confirmed + 2, unroutable + 1, failed]);
    await broker.close();
    await broker.publish([event('late')]).catch(() => undefined);
    expect(await readAll()).to.deep.equal([confirmed + 2, unroutable + 1, failed + 1]);
    expect(await read('plotline_publish_duration_seconds_count', {})).to.be.at.least(2);
  });
});
