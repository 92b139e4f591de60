import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import { startSystem } from '@plotline/local/supervise/start-system';
import { type Collector, startCollector } from './collector.js';
import { passingEnvironment } from './own-environment.js';
import { recordAnswers } from './secrets/record-answers.js';
import { setCollector, setSystem, system } from './system.js';
import { setStores } from './test-stores.js';

const checkout = resolve(import.meta.dirname, '../..');
let directory: string | undefined;
let collector: Collector;

/** Before the first test: a whole system on ports and data of its own, beside whatever else runs on the machine. */
export async function mochaGlobalSetup(): Promise<void> {
  collector = await startCollector();
  setCollector(collector);
  directory = await mkdtemp(join(tmpdir(), 'plotline-test-'));
  const running = await startSystem({
    checkout,
    dataDirectory: directory,
    ports: await findFreePorts(),
    // The flows ask more of one workspace in a minute than any plan allows; the limits have tests of their own.
    // On a machine that is busy with other tests Redis is slow, not away.
    environment: {
      ...passingEnvironment(),
      PLOTLINE_DEMO: 'off',
      LIMITS_FACTOR: '1000',
      REDIS_PATIENCE_MS: '4000',
      // Its gateway has no request recorded; a test that wants traces has a gateway of its own.
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    },
    report: (line) => process.stdout.write(`${line}\n`),
  });
  setSystem(running);
  // Its document shows placeholders of secrets.
  recordAnswers(({ origin, pathname }) => origin === running.urls.auth && pathname !== '/openapi.json');
  setStores(running);
}

/** After the last test: nothing is left, neither processes nor data. `PLOTLINE_KEEP=1` keeps the data and the logs. */
export async function mochaGlobalTeardown(): Promise<void> {
  if (!directory) return;
  await system().stop();
  await collector.stop();
  if (process.env.PLOTLINE_KEEP) process.stdout.write(`kept ${directory}\n`);
  else await rm(directory, { recursive: true, force: true });
}
