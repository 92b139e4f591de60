import { join } from 'node:path';
import { startRabbitmq } from '@plotline/local/stores/rabbitmq/start-rabbitmq';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import { isPortFree } from '@plotline/local/supervise/probe';
import { type ChannelModel, connect } from 'amqplib';
import { expect } from 'chai';
import { isRunning, until } from '../../../../../deploy/local/stubs/process-is-running.js';
import { temporaryDirectory } from '../../../../../deploy/local/stubs/temporary-directory.js';

const QUEUE = 'kept';

describe('a private RabbitMQ', () => {
  const directory = temporaryDirectory();
  const options = { dataDirectory: join(directory, 'rabbitmq'), logDirectory: directory, report: () => undefined };
  const environment = { PATH: process.env['PATH'] };

  async function publish(url: string, text: string): Promise<void> {
    const connection = await connect(url);
    const channel = await connection.createConfirmChannel();
    await channel.assertQueue(QUEUE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    channel.sendToQueue(QUEUE, Buffer.from(text), { persistent: true });
    await channel.waitForConfirms();
    await connection.close();
  }

  async function take(url: string): Promise<string> {
    const connection = await connectEventually(url);
    const channel = await connection.createChannel();
    let message = await channel.get(QUEUE, { noAck: true });
    for (const deadline = Date.now() + 60_000; !message && Date.now() < deadline; ) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      message = await channel.get(QUEUE, { noAck: true });
    }
    await connection.close();
    return message ? message.content.toString() : '';
  }

  async function connectEventually(url: string): Promise<ChannelModel> {
    for (const deadline = Date.now() + 90_000; ; ) {
      try {
        return await connect(url);
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  it('keeps confirmed messages after a stop and a kill, and leaves no process running, not even its epmd', async () => {
    const port = (await findFreePorts()).rabbitmq;
    const first = await startRabbitmq({ ...options, environment, port });
    await publish(first.url, 'over a stop');
    const firstProcesses = first.processIds();
    expect(firstProcesses, 'broker and epmd').to.have.length(2);
    await first.stop();
    expect(firstProcesses.map(isRunning)).to.deep.equal([false, false]);
    for (const one of [port, port + 1, port + 2]) expect(await isPortFree(one), String(one)).to.equal(true);

    const second = await startRabbitmq({ ...options, environment, port });
    expect(await take(second.url)).to.equal('over a stop');
    await publish(second.url, 'over a kill');
    const killed = second.processIds();
    for (const processId of killed) process.kill(processId, 'SIGKILL');
    await until(() => second.processIds().length === 2 && second.processIds().every((id) => !killed.includes(id)));
    expect(await take(second.url)).to.equal('over a kill');
    const last = second.processIds();
    await second.stop();
    expect(last.map(isRunning)).to.deep.equal([false, false]);
    for (const one of [port, port + 1, port + 2]) expect(await isPortFree(one), String(one)).to.equal(true);
  });
});
