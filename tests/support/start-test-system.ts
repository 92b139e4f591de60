import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { startSystem } from '@plotline/local/supervise/start-system';
import type { SystemOptions } from '@plotline/local/supervise/system-options';
import { passingEnvironment } from './own-environment.js';
import { stopOnSignal } from './stop-on-signal.js';

const checkout = resolve(import.meta.dirname, '../..');

type TestSystemOptions = Pick<SystemOptions, 'report'> &
  Partial<Pick<SystemOptions, 'virtualHosts'>> & { readonly environment?: NodeJS.ProcessEnv };

/**
 * Starts a system with its own ports and data, so that other systems on the machine are not affected. `stop` removes
 * all processes and data. `PLOTLINE_KEEP=1` keeps the data and the logs. All programs run in one process, unless
 * `PLOTLINE_TEST_SYSTEM=processes` is set.
 */
export async function startTestSystem({ environment, ...options }: TestSystemOptions): Promise<RunningSystem> {
  const directory = await mkdtemp(join(tmpdir(), 'plotline-test-'));
  const starting = new AbortController();
  const started = startSystem({
    ...options,
    signal: starting.signal,
    checkout,
    dataDirectory: directory,
    ports: await findFreePorts(),
    // One process needs a third of the memory, and half of the processor time to start.
    single: process.env.PLOTLINE_TEST_SYSTEM !== 'processes',
    // Flows send more requests per minute for one workspace than any plan allows. Other tests cover the limits. On a
    // machine that is busy with other tests, Redis is slow but not down.
    environment: {
      ...passingEnvironment(),
      PLOTLINE_DEMO: 'off',
      LIMITS_FACTOR: '1000',
      REDIS_PATIENCE_MS: '4000',
      ...environment,
    },
  });
  stopOnSignal(async () => {
    starting.abort(new Error('The run was interrupted.'));
    await (await started).stop();
  });
  const running = await started;
  async function stop(): Promise<void> {
    await running.stop();
    if (process.env.PLOTLINE_KEEP) options.report(`kept ${directory}`);
    else await rm(directory, { recursive: true, force: true });
  }
  return { ...running, stop };
}
