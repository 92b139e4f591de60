import { randomUUID } from 'node:crypto';
import { type Broker, createBroker } from '@plotline/kit/broker/broker';
import type { Consumer } from '@plotline/kit/broker/consume';
import type { OutboundEvent } from '@plotline/kit/broker/message';
import { unavailable } from '@plotline/kit/errors';
import { createLog } from '@plotline/kit/process/log';
import { connect } from 'amqplib';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { startSeverableProxy } from '../../support/severable-proxy.js';
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
  let handle: Consumer['handle'];

  async function start(url: string, consumers: readonly Consumer[]): Promise<Broker> {
    const broker = await createBroker({ url, log, consumers });
    brokers.push(broker);
    await eventually(() => expect(broker.isConnected()).to.equal(true));
    return broker;
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
  });

  after(async () => {
    const model = await connect(storeUrl('AMQP'));
    const channel = await model.createChannel();
    for (const name of [queue, `${queue}.dead`]) await channel.deleteQueue(name);
    await model.close();
  });

  const consumer = (): Consumer => ({ queue, bindings: [topic], prefetch: 5, handle: (one) => handle(one) });

  it('delivers a confirmed event to the consumer', async () => {
    const broker = await start(storeUrl('AMQP'), [consumer()]);
    await broker.publish([event('one', topic), event('two', topic)]);
    await eventually(() => expect(seen).to.have.members(['one', 'two']));
  });

  it('rejects a mandatory event that no queue takes, and drops one that is not mandatory', async () => {
    const broker = await start(storeUrl('AMQP'), []);
    const failed = await broker.publish([event('lost', `nobody.${suffix}`)]).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failed).to.be.instanceOf(Error).property('message').contains('No queue takes the event');
    await broker.publish([event('hint', `nobody.${suffix}`, false)]);
  });

  it('reconnects with its consumers after its connection was cut', async () => {
    const { hostname, port } = new URL(storeUrl('AMQP'));
    const proxy = await startSeverableProxy(hostname, Number(port || 5672));
    const url = new URL(storeUrl('AMQP'));
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const broker = await start(url.href, [consumer()]);
    proxy.sever();
    await eventually(() => expect(broker.isConnected()).to.equal(false));
    const refused = await broker.publish([event('early', topic)]).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Error);
    await eventually(() => expect(broker.isConnected()).to.equal(true));
    await broker.publish([event('after', topic)]);
    await eventually(() => expect(seen).to.include('after'));
    await broker.stopConsuming();
    await broker.close();
    brokers.length = 0;
    await proxy.close();
  });

  it('delivers an event again after its handler failed', async () => {
    let failures = 2;
    handle = async ({ id }) => {
      failures -= 1;
      if (failures >= 0) throw new Error('not this time');
      seen.push(id);
    };
    const broker = await start(storeUrl('AMQP'), [consumer()]);
    await broker.publish([event('again', topic)]);
    await eventually(() => expect(seen).to.deep.equal(['again']));
  });

  it('holds an event, without counting deliveries, while a service that its handler needs is unreachable', async () => {
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

  it('moves an event that cannot be handled to the dead-letter queue and goes on with the rest', async function () {
    this.timeout(120_000);
    handle = async ({ id }) => {
      if (id === 'poison') throw new Error('never');
      seen.push(id);
    };
    const broker = await start(storeUrl('AMQP'), [consumer()]);
    await broker.publish([event('poison', topic), event('fine', topic)]);
    await eventually(() => expect(seen).to.deep.equal(['fine']));
    const model = await connect(storeUrl('AMQP'));
    const channel = await model.createChannel();
    const dead = await eventually(async () => {
      const message = await channel.get(`${queue}.dead`, { noAck: true });
      if (message === false) throw new Error('nothing in the dead-letter queue');
      return message;
    }, 90_000);
    await model.close();
    expect(dead.properties.messageId).to.equal('poison');
  });
});
