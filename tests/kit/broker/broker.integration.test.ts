import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Broker, createBroker } from '@plotline/kit/broker/broker';
import type { Consumer } from '@plotline/kit/broker/consume';
import type { InboundEvent, OutboundEvent } from '@plotline/kit/broker/message';
import { unavailable } from '@plotline/kit/core/errors';
import { createLog } from '@plotline/kit/telemetry/log';
import { connect, type GetMessage } from 'amqplib';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { type SeverableProxy, startSeverableProxy } from '../../support/severable-proxy.js';
import { storeUrl } from '../../support/test-stores.js';

const log = createLog('test', 'silent');

function event(id: string, name: string, mandatory = true): OutboundEvent {
  return { id, name, payload: '{"n":1}', mode: 'live', requestId: 'request', mandatory };
}

describe('createBroker', () => {
  const suffix = randomUUID();
  const queue = `test.${suffix}`;
  const topic = `test-${suffix}.created`;
  const seen: string[] = [];
  const brokers: Broker[] = [];
  const proxies: SeverableProxy[] = [];
  let handle: Consumer['handle'];

  async function start(url: string, consumers: readonly Consumer[]): Promise<Broker> {
    const broker = await createBroker({ url, log, consumers });
    brokers.push(broker);
    await eventually(() => expect(broker.isConnected()).to.equal(true));
    return broker;
  }

  async function startProxy(): Promise<SeverableProxy & { readonly url: string }> {
    const url = new URL(storeUrl('AMQP'));
    const proxy = await startSeverableProxy(url.hostname, Number(url.port || 5672));
    proxies.push(proxy);
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    return { ...proxy, url: url.href };
  }

  async function takeDeadLetter(): Promise<GetMessage> {
    const model = await connect(storeUrl('AMQP'));
    const channel = await model.createChannel();
    try {
      return await eventually(async () => {
        const message = await channel.get(`${queue}.dead`, { noAck: true });
        if (message === false) throw new Error('nothing in the dead-letter queue');
        return message;
      });
    } finally {
      await model.close();
    }
  }

  beforeEach(() => {
    seen.length = 0;
    handle = async ({ id }) => void seen.push(id);
  });

  afterEach(async () => {
    for (const broker of brokers.splice(0)) {
      await broker.stopConsuming();
      await broker.close();
    }
    // Closes the proxies after the brokers. Otherwise an interrupted acknowledgement would deliver the event again, to
    // the next test.
    for (const proxy of proxies.splice(0)) await proxy.close();
  });

  after(async () => {
    const model = await connect(storeUrl('AMQP'));
    const channel = await model.createChannel();
    for (const name of [queue, `${queue}.bulk`]) {
      for (const end of ['', '.dead', '.retry.20ms', '.retry.40ms']) await channel.deleteQueue(name + end);
    }
    await model.close();
  });

  const consumer = (): Consumer => ({
    queue,
    bindings: [topic],
    prefetch: 1,
    retryDelaysMs: [20, 40, 40],
    handle: (one) => handle(one),
  });

  it("moves an event to another consumer's queue, where it is handled once", async () => {
    const other = `${queue}.bulk`;
    const moved: InboundEvent[] = [];
    const reroute = ({ id }: InboundEvent) => (id === 'evt_moved' ? other : null);
    const ofOthers = {
      ...consumer(),
      queue: other,
      bindings: [],
      handle: async (one: InboundEvent) => void moved.push(one),
    };
    const broker = await start(storeUrl('AMQP'), [{ ...consumer(), reroute }, ofOthers]);
    await broker.publish([{ ...event('evt_moved', topic), agentId: 'agent_1' }, event('evt_kept', topic)]);
    await eventually(() => expect([seen, moved.map(({ id }) => id)]).to.deep.equal([['evt_kept'], ['evt_moved']]));
    expect(moved[0]).to.include({
      name: topic,
      mode: 'live',
      payload: '{"n":1}',
      requestId: 'request',
      agentId: 'agent_1',
    });
  });

  it('delivers a confirmed event to the consumer', async () => {
    const broker = await start(storeUrl('AMQP'), [consumer()]);
    await broker.publish([event('one', topic), event('two', topic)]);
    await eventually(() => expect(seen).to.have.members(['one', 'two']));
  });

  it('reports mandatory events that no queue accepts, and publishes the others', async () => {
    const broker = await start(storeUrl('AMQP'), [consumer()]);
    const nobody = `nobody.${suffix}`;
    const unroutable = await broker.publish([
      event('lost', nobody),
      event('taken', topic),
      event('hint', nobody, false),
    ]);
    expect([...unroutable]).to.deep.equal(['lost']);
    await eventually(() => expect(seen).to.deep.equal(['taken']));
  });

  it('reconnects with its consumers after the connection was cut', async () => {
    const proxy = await startProxy();
    const broker = await start(proxy.url, [consumer()]);
    proxy.sever();
    await eventually(() => expect(broker.isConnected()).to.equal(false));
    const refused = await broker.publish([event('early', topic)]).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Error);
    await eventually(() => expect(broker.isConnected()).to.equal(true));
    await broker.publish([event('after', topic)]);
    await eventually(() => expect(seen).to.include('after'));
  });

  it('redelivers an event unchanged after its handler failed, and meanwhile delivers other events', async () => {
    const failed: InboundEvent[] = [];
    const handled: InboundEvent[] = [];
    handle = async (one) => {
      seen.push(one.id);
      const isFailing = one.id === 'again' && failed.length < 3;
      (isFailing ? failed : handled).push(one);
      if (isFailing) throw new Error('not this time');
    };
    const broker = await start(storeUrl('AMQP'), [consumer()]);
    await broker.publish([event('again', topic), event('other', topic)]);
    await eventually(() => expect(handled).to.have.length(2));
    expect(seen).to.deep.equal(['again', 'other', 'again', 'again', 'again']);
    for (const one of failed) expect(one).to.deep.equal(handled[1]);
  });

  it('delays an event without counting deliveries while its handler cannot connect to a service', async () => {
    let tries = 0;
    handle = async ({ id }) => {
      tries += 1;
      if (tries <= 4) throw unavailable('The store is away.');
      seen.push(id);
    };
    const broker = await start(storeUrl('AMQP'), [consumer()]);
    await broker.publish([event('held', topic)]);
    await eventually(() => expect(seen).to.deep.equal(['held']));
    expect(tries).to.equal(5);
  });

  it('moves an event that cannot be handled to the dead-letter queue with its error, and continues', async () => {
    let tries = 0;
    handle = async ({ id }) => {
      if (id !== 'poison') return void seen.push(id);
      tries += 1;
      throw Object.assign(new TypeError('of somebody@example.com'), { code: 11000 });
    };
    const broker = await start(storeUrl('AMQP'), [consumer()]);
    await broker.publish([event('poison', topic), event('fine', topic)]);
    await eventually(() => expect(seen).to.deep.equal(['fine']));
    const dead = await takeDeadLetter();
    expect([dead.properties.messageId, tries]).to.deep.equal(['poison', 4]);
    expect(dead.properties.headers).to.include({ event: topic, attempts: 4, error: 'TypeError 11000', mode: 'live' });
    expect(dead.content.toString()).to.equal('{"n":1}');
  });

  it('keeps an event even if its consumers disconnect again and again', async () => {
    const proxy = await startProxy();
    let deliveries = 0;
    // More failures than a consumer normally allows.
    const lost = 5;
    handle = async ({ id }) => {
      deliveries += 1;
      if (deliveries <= lost) {
        proxy.sever();
        await sleep(50);
      } else seen.push(id);
    };
    await start(proxy.url, [consumer()]);
    const publisher = await start(storeUrl('AMQP'), []);
    await publisher.publish([event('survivor', topic)]);
    await eventually(() => expect(seen).to.include('survivor'));
    expect(deliveries).to.be.at.least(lost + 1);
  });

  it('closes even if lost messages are never acknowledged', async () => {
    const proxy = await startProxy();
    const broker = await start(proxy.url, [consumer()]);
    proxy.freeze();
    const closed = broker.close();
    proxy.cutOff();
    await closed;
  });
});
