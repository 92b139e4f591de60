import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clearMongo, startMongo } from '@plotline/local/stores/mongo/start-mongo';
import type { Component } from '@plotline/local/supervise/component';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import { isPortFree } from '@plotline/local/supervise/probe';
import { expect } from 'chai';
import { createConnection } from 'mongoose';
import { isRunning, until } from '../../../../../deploy/local/stubs/process-is-running.js';
import { temporaryDirectory } from '../../../../../deploy/local/stubs/temporary-directory.js';

describe('a private MongoDB', () => {
  const directory = temporaryDirectory();
  const environment = { ...process.env, MONGO_URL: undefined };

  const start = (name: string, port: number, more: NodeJS.ProcessEnv = {}): Promise<Component> =>
    startMongo({
      dataDirectory: join(directory, name),
      port,
      environment: { ...environment, ...more },
      report: () => undefined,
    });

  async function use<T>(component: Component, work: (rows: ReturnType<typeof rowsOf>) => Promise<T>): Promise<T> {
    const connection = await createConnection(component.url, { dbName: 'kept' }).asPromise();
    return work(rowsOf(connection)).finally(() => connection.close());
  }

  const rowsOf = (connection: ReturnType<typeof createConnection>) => connection.collection<{ _id: string }>('rows');
  const ids = (component: Component): Promise<string[]> => use(component, (rows) => rows.distinct('_id'));

  before(async () => {
    const given = process.env['MONGO_URL'];
    if (given) process.stdout.write('    MONGO_URL is set aside: these tests are about private instances\n');
  });

  it('keeps its data when it is stopped, ends all its processes, and loses data only when cleared', async () => {
    const { mongo: port } = await findFreePorts();
    const first = await start('stopped', port);
    await use(first, (rows) => rows.insertOne({ _id: 'kept' }));
    const processes = first.processIds();
    expect(processes.every(isRunning)).to.equal(true);
    await first.stop();
    expect(processes.some(isRunning)).to.equal(false);
    expect(await isPortFree(port)).to.equal(true);

    const second = await start('stopped', port);
    expect(await ids(second)).to.deep.equal(['kept']);
    await second.stop();
    await clearMongo(join(directory, 'stopped'));
    expect(existsSync(join(directory, 'stopped'))).to.equal(false);
    const third = await start('stopped', port);
    expect(await ids(third)).to.deep.equal([]);
    await third.stop();
  });

  it('runs alongside other MongoDBs, and refuses a second launcher on its own data', async () => {
    const [one, two] = [await findFreePorts(), await findFreePorts()];
    const [first, second] = await Promise.all([start('first', one.mongo), start('second', two.mongo)]);
    await use(first, (rows) => rows.insertOne({ _id: 'of the first' }));
    expect(await ids(second)).to.deep.equal([]);
    const refusal = await start('first', two.mongo + 1).catch((error: unknown) => String(error));
    expect(refusal).to.match(/another process runs MongoDB on .*first/);
    expect(await ids(first)).to.deep.equal(['of the first']);
    await Promise.all([first.stop(), second.stop()]);
  });

  it("takes over a killed launcher's data", async () => {
    const { mongo: port } = await findFreePorts();
    const options = { dataDirectory: join(directory, 'orphaned'), port };
    const script = `
      const { startMongo } = await import('@plotline/local/stores/mongo/start-mongo');
      const component = await startMongo({ ...${JSON.stringify(options)}, environment: process.env, report: () => undefined });
      process.stdout.write(JSON.stringify({ url: component.url, processes: component.processIds() }) + '\\n');`;
    const launcher = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(launcher.stdout, 'data');
    const started: { url: string; processes: number[] } = JSON.parse(String(line));
    const orphaned: Component = {
      name: '',
      origin: '',
      url: started.url,
      processIds: () => [],
      stop: async () => undefined,
    };
    await use(orphaned, (rows) => rows.insertOne({ _id: 'kept' }));
    launcher.kill('SIGKILL');
    await once(launcher, 'exit');
    expect(started.processes.every(isRunning)).to.equal(true);
    const next = await start('orphaned', port);
    expect(started.processes.some(isRunning)).to.equal(false);
    expect(await ids(next)).to.deep.equal(['kept']);
    await next.stop();
  });

  it('is restarted within seconds if one of its processes is killed, until it is stopped on request', async () => {
    const { mongo: port } = await findFreePorts();
    const component = await start('killed', port);
    for (const victim of component.processIds()) {
      process.kill(victim, 'SIGKILL');
      await until(() => !component.processIds().includes(victim) && component.processIds().length > 1);
    }
    expect(await ids(component)).to.deep.equal([]);
    const last = component.processIds();
    await component.stop();
    expect(last.some(isRunning)).to.equal(false);
  });

  it('is not started when MONGO_URL is set, and never stops the server at that URL', async () => {
    const { mongo: port } = await findFreePorts();
    const own = await start('own', port);
    const given = await start('given', port + 1, { MONGO_URL: own.url });
    expect(given).to.include({ url: own.url, origin: 'MONGO_URL in the environment' });
    expect(given.processIds()).to.deep.equal([]);
    await given.stop();
    expect(await ids(own)).to.deep.equal([]);
    await own.stop();
    const refusal = await start('given', port + 1, { MONGO_URL: own.url }).catch((error: unknown) => String(error));
    expect(refusal).to.match(/MONGO_URL names 127\.0\.0\.1:\d+, where nothing listens/);
  });
});
