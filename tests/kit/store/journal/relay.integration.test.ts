import { randomUUID } from 'node:crypto';
import { type Broker, createBroker } from '@plotline/kit/broker/broker';
import type { InboundEvent } from '@plotline/kit/broker/message';
import type { Actor } from '@plotline/kit/core/caller';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { Outbox } from '@plotline/kit/store/journal/outbox';
import { Relay } from '@plotline/kit/store/journal/relay';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';
import { storeUrl } from '../../../support/test-stores.js';

const topic = `thing-${randomUUID()}.changed`;

function entry(subject: string, description: string, data: unknown = {}): EntryInput {
  return { subject, type: 'field_update', description, events: [{ name: topic, data, mandatory: false }] };
}

describe('Relay', () => {
  const runtime = useTestRuntime('relay');
  const outbox = () => new Outbox(runtime().databases);
  let listener: Broker;
  const seen: InboundEvent[] = [];
  const queue = `test.relay.${randomUUID()}`;
  const open: { stop(): Promise<void> }[] = [];

  async function connected(): Promise<Broker> {
    const broker = await createBroker({ url: storeUrl('AMQP'), log: runtime().log });
    await eventually(() => expect(broker.isConnected()).to.equal(true));
    return broker;
  }

  async function startRelay(broker: Broker): Promise<Relay> {
    const { journal, lease, log } = runtime();
    const relay = new Relay({
      journal,
      outbox: outbox(),
      broker,
      lease,
      log,
      registry: createMetrics('test').registry,
    });
    open.push({
      stop: async () => {
        await relay.stop();
        await broker.close();
      },
    });
    return relay;
  }

  before(async () => {
    await createCollections(runtime());
    const handle = async (event: InboundEvent) => void seen.push(event);
    listener = await createBroker({
      url: storeUrl('AMQP'),
      log: runtime().log,
      consumers: [{ queue, bindings: [topic], prefetch: 10, transient: true, handle }],
    });
    await eventually(() => expect(listener.isConnected()).to.equal(true));
  });

  afterEach(async () => {
    for (const one of open.splice(0)) await one.stop();
    seen.length = 0;
  });

  after(() => listener.close());

  const commit = async (data: unknown, by: { readonly actor?: Actor } = {}) => {
    const entries = [entry('thing_x', 'told', data)];
    const caller = testCaller('ws_relay', 'live', by);
    return (await runtime().journal.commit({ caller }, async () => ({ entries }))).entries;
  };

  it('immediately publishes a committed event with the payload from the contract, and marks its entry as published', async () => {
    await startRelay(await connected());
    const [stored] = await commit({ id: 'thing_x', count: 1 });
    await eventually(() => expect(seen).to.have.length(1));
    const payload = JSON.parse(seen[0]?.payload ?? '');
    expect(payload).to.deep.equal({
      id: stored?.events[0]?.id,
      event: topic,
      timestamp: stored?.at.toISOString(),
      workspace_id: 'ws_relay',
      data: { id: 'thing_x', count: 1 },
    });
    expect(seen[0]).to.include({ id: payload.id, mode: 'live' });
    await eventually(async () => expect(await outbox().findDue('live', new Date(), 10)).to.deep.equal([]));
  });

  it('adds the agent who made the change to the message, and no agent for a key', async () => {
    await startRelay(await connected());
    await commit({}, { actor: { type: 'user', id: 'person_1', name: 'Ada', role: 'agent', agentId: 'agent_1' } });
    await commit({}, { actor: { type: 'key', id: 'key_1', name: 'Website' } });
    await eventually(() => expect(seen.map(({ agentId }) => agentId)).to.deep.equal(['agent_1', undefined]));
    expect(seen.map(({ payload }) => payload).join()).to.not.include('agent_1');
  });

  it('marks every entry even when it stops right after publishing', async () => {
    await startRelay(await connected());
    await commit({});
    await eventually(() => expect(seen).to.have.length(1));
    for (let count = 0; count < 30; count += 1) await commit({ count });
    await open.pop()?.stop();
    expect(await outbox().findDue('live', new Date(), 100)).to.deep.equal([]);
    await eventually(() => expect(seen).to.have.length(31));
  });

  it('publishes the entries of a crashed process, with the same ids', async () => {
    runtime().journal.onCommit(() => undefined);
    const [orphan] = await commit({ id: 'thing_orphan' });
    await startRelay(await connected());
    await eventually(() => expect(seen.map(({ id }) => id)).to.deep.equal([orphan?.events[0]?.id]));
    await eventually(async () => expect(await outbox().findDue('live', new Date(), 10)).to.deep.equal([]));
  });

  it('accepts changes while the broker is not connected and publishes them afterwards', async () => {
    let away = true;
    const real = await connected();
    const listeners: (() => void)[] = [];
    const flaky: Broker = {
      ...real,
      isConnected: () => !away && real.isConnected(),
      onConnect: (one) => void listeners.push(one),
    };
    await startRelay(flaky);
    const committed = await Promise.all(Array.from({ length: 20 }, (_, index) => commit({ index })));
    expect(seen).to.deep.equal([]);
    away = false;
    for (const one of listeners) one();
    const ids = committed.flatMap((entries) => entries.flatMap(({ events }) => events.map(({ id }) => id)));
    await eventually(() => expect(new Set(seen.map(({ id }) => id))).to.deep.equal(new Set(ids)));
  });
});
