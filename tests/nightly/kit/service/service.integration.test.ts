import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { freeServicePorts } from '../../../support/free-port.js';
import { startMongoProxy } from '../../../support/severable-runtime.js';
import { createTestConfig, createTestRuntime, newDatabaseName, removeRuntime } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';

const programs = join(import.meta.dirname, '../../../../services/inventory/dist');
const program = join(programs, 'main.js');
const migrationJob = join(programs, 'commands', 'migrate.js');

/** Service in its own process, which connects to MongoDB through a proxy. */
async function startProcess() {
  const { proxy, url } = await startMongoProxy();
  const database = newDatabaseName('process');
  const ports = await freeServicePorts();
  const config = {
    ...createTestConfig(database),
    LOG_LEVEL: 'info',
    ...ports,
    MONGO_URL: url,
    PIPELINE_GRPC: '127.0.0.1:1',
    TEAM_GRPC: '127.0.0.1:1',
  };
  const variables = Object.entries(config).map(([name, value]) => [name, String(value)]);
  const environment: NodeJS.ProcessEnv = { PATH: process.env['PATH'], ...Object.fromEntries(variables) };
  await promisify(execFile)(process.execPath, [migrationJob], { env: environment });
  let said = '';
  let running: ChildProcess | undefined;
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [program], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
    });
    running = child;
    return child;
  };
  return {
    proxy,
    start,
    said: () => said,
    ready: async () => (await fetch(`http://127.0.0.1:${ports.HTTP_PORT}/ready`)).status,
    stop: async () => {
      proxy.restore();
      if (running?.exitCode === null) {
        running.kill('SIGKILL');
        await once(running, 'exit');
      }
      await removeRuntime(await createTestRuntime('process', undefined, database));
      await proxy.close();
    },
  };
}

describe('a service whose MongoDB does not respond', () => {
  const fixture = useFixture(startProcess);

  it('waits for MongoDB at startup and later, and is ready only while MongoDB responds', async () => {
    const { proxy, start, said, ready } = fixture();
    proxy.cutOff();
    const child = start();
    setTimeout(() => proxy.restore(), 7_000);
    await eventually(async () => expect(await ready()).to.equal(200));
    proxy.freeze();
    await eventually(async () => expect(await ready()).to.equal(503));
    await eventually(() => expect(said()).to.include('MongoDB does not answer, waiting'));
    proxy.restore();
    await eventually(async () => expect(await ready()).to.equal(200));
    expect(child.exitCode).to.equal(null);
  });
});
