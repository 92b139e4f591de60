import { type Collector, startCollector } from './collector.js';
import { recordAnswers } from './secrets/record-answers.js';
import { readGivenSystem } from './shared-system.js';
import { startTestSystem } from './start-test-system.js';
import { setCollector, setSystem, system } from './system.js';
import { setStores } from './test-stores.js';

let collector: Collector | undefined;

const report = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Starts a system whose programs export traces to a collector in this process. Its gateway records no requests. A test
 * that needs traces starts another gateway that records them.
 */
async function startOwnSystem() {
  collector = await startCollector();
  setCollector(collector);
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  };
  return startTestSystem({ report, environment });
}

/** Before the first test, uses the runner's system. If there is none, starts a system for this run. */
export async function mochaGlobalSetup(): Promise<void> {
  const running = readGivenSystem() ?? (await startOwnSystem());
  setSystem(running);
  // Ignores openapi.json, because the document shows placeholders for secrets.
  recordAnswers(({ origin, pathname }) => origin === running.urls.auth && pathname !== '/openapi.json');
  setStores(running);
}

/** Removes all processes and data of this run after the last test. */
export async function mochaGlobalTeardown(): Promise<void> {
  await system().stop();
  await collector?.stop();
}
