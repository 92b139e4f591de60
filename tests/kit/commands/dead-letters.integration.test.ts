import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Broker, createBroker } from '@plotline/kit/broker/broker';
import type { InboundEvent } from '@plotline/kit/broker/message';
import { createLog } from '@plotline/kit/telemetry/log';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { connect } from 'amqplib';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { storeUrl } from '../../support/test-stores.js';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../../../services/kit/dist/commands/dead-letters.js', import.meta.url));

describe('the dead-letter command', () => {
  const suffix = randomUUID();
  const queue = `test.${suffix}`;
  const topic = `test-${suffix}.created`;
  const { registry } = createMetrics('test');
  let broker: Broker;
  let isFailing: boolean;
  let handled: InboundEvent[];

  before(async () => {
    const handle = async (event: InboundEvent) => {
      if (isFailing) throw Object.assign(new RangeError('of somebody@example.com'), { code: 'BAD' });
      handled.push(event);
    };
    const consumers = [{ queue, bindings: [topic], prefetch: 5, retryDelaysMs: [20], handle }];
    broker = await createBroker({ url: storeUrl('AMQP'), log: createLog('test', 'silent'), consumers, registry });
    await eventually(() => expect(broker.isConnected()).to.equal(true));
  });

  beforeEach(async () => {
    handled = [];
    isFailing = true;
    const events = ['evt_1', 'evt_2', 'evt_3'].map((id) => {
      const data = { email: 'somebody@example.com' };
      const payload = JSON.stringify({ id, event: topic, timestamp: new Date(), workspace_id: 'ws_one', data });
      return { id, name: topic, payload, mode: 'live' as const, requestId: 'request', mandatory: true };
    });
    await broker.publish(events);
    await eventually(async () => expect(await list()).to.have.length(3));
  });

  afterEach(async () => {
    const model = await connect(storeUrl('AMQP'));
    await (await model.createChannel()).purgeQueue(`${queue}.dead`);
    await model.close();
  });

  after(async () => {
    await broker.stopConsuming();
    await broker.close();
    const model = await connect(storeUrl('AMQP'));
    const channel = await model.createChannel();
    for (const name of [queue, `${queue}.dead`, `${queue}.retry.20ms`]) await channel.deleteQueue(name);
    await model.close();
  });

  async function command(...args: readonly string[]): Promise<ReturnType<typeof JSON.parse>[]> {
    const { stdout } = await run(process.execPath, [script, ...args], { env: { AMQP_URL: storeUrl('AMQP') } });
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }
  const list = () => command('list', queue);
  const idsOf = (letters: readonly { readonly id: string }[]) => letters.map(({ id }) => id).sort();

  it("lists dead letters and their reasons without the events' data, and can be repeated", async () => {
    for (let look = 0; look < 2; look += 1) {
      const letters = await list();
      expect(idsOf(letters)).to.deep.equal(['evt_1', 'evt_2', 'evt_3']);
      for (const letter of letters) {
        expect(letter).to.include({ event: topic, workspace_id: 'ws_one', mode: 'live', attempts: 2 });
        expect(letter.reason).to.equal('RangeError BAD');
        expect(JSON.stringify(letter)).not.to.contain('somebody');
      }
    }
  });

  it('moves all dead letters back to the queue, where they are handled as first published', async () => {
    isFailing = false;
    expect((await command('redrive', queue)).map(({ verdict }) => verdict)).to.deep.equal(Array(3).fill('redrive'));
    await eventually(() => expect(idsOf(handled)).to.deep.equal(['evt_1', 'evt_2', 'evt_3']));
    for (const { name, mode, requestId } of handled)
      expect([name, mode, requestId]).to.deep.equal([topic, 'live', 'request']);
    expect(await list()).to.deep.equal([]);
  });

  it('retries an event that was moved back as often as a new event', async () => {
    await command('redrive', queue, '--limit', '1');
    await eventually(async () => expect(await list()).to.have.length(3));
    expect((await list()).map(({ attempts }) => attempts)).to.deep.equal([2, 2, 2]);
  });

  it('moves back or deletes only the given event', async () => {
    isFailing = false;
    await command('redrive', queue, '--id', 'evt_2');
    await eventually(() => expect(idsOf(handled)).to.deep.equal(['evt_2']));
    await command('discard', queue, '--id', 'evt_1');
    expect(idsOf(await list())).to.deep.equal(['evt_3']);
  });

  it('keeps messages that are not events', async () => {
    const model = await connect(storeUrl('AMQP'));
    const channel = await model.createConfirmChannel();
    channel.publish('', `${queue}.dead`, Buffer.from('no JSON'), { persistent: true });
    await channel.waitForConfirms();
    await model.close();
    isFailing = false;
    await command('redrive', queue);
    const [kept, ...others] = await list();
    expect([kept?.event, kept?.verdict, others]).to.deep.equal([null, 'keep', []]);
  });

  it('refuses invalid commands, and refuses to delete all dead letters', async () => {
    const refused = [['discard', queue], ['list'], ['redrive', queue, '--limit', 'x'], ['drop', queue]];
    const faults = await Promise.all(refused.map((args) => command(...args).catch((error: unknown) => error)));
    for (const [place, fault] of faults.entries()) expect(fault, refused[place]?.join(' ')).to.have.property('code', 2);
    expect(await list()).to.have.length(3);
  });

  it('reports the number of dead letters in the metrics', async () => {
    await eventually(async () => {
      const metric = await registry.getSingleMetric('plotline_dead_letters')?.get();
      expect(metric?.values.map(({ labels, value }) => [labels['queue'], value])).to.deep.equal([[queue, 3]]);
    });
  });
});
