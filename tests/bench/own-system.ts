import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { watchForStop } from '@plotline/local/cli/watch-for-stop';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { startSystem } from '@plotline/local/supervise/start-system';
import { ownEnvironment } from '../support/own-environment.js';
import { setSystem } from '../support/system.js';

const checkout = resolve(import.meta.dirname, '../..');

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * Runs work on a system with its own ports and data. Multiplies the limits by `limitsFactor`, and adds `variables` to
 * the environment of the programs. Removes the system afterwards, unless PLOTLINE_BENCH_DATA names a folder. That
 * folder keeps the data for the next run. With PLOTLINE_BENCH_SINGLE, all programs run in one process. A signal such as
 * Ctrl-C ends the work immediately, and isn't an error.
 */
export async function withOwnSystem(
  limitsFactor: number,
  work: (system: RunningSystem, signal: AbortSignal) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { signal } = watchForStop(process.env);
  const environment = { ...ownEnvironment(), LIMITS_FACTOR: String(limitsFactor), ...variables };
  const given = process.env.PLOTLINE_BENCH_DATA;
  const single = process.env.PLOTLINE_BENCH_SINGLE !== undefined;
  const dataDirectory = given ? resolve(given) : await mkdtemp(join(tmpdir(), 'plotline-bench-'));
  let system: RunningSystem | undefined;
  try {
    const report = (line: string) => console.log(line);
    const ports = await findFreePorts();
    system = await startSystem({ checkout, dataDirectory, ports, environment, report, signal, single });
    setSystem(system);
    await Promise.race([work(system, signal), rejectOnAbort(signal)]);
  } catch (error) {
    if (!signal.aborted) throw error;
    console.log(signal.reason instanceof Error ? signal.reason.message : 'Stopped.');
    process.exitCode = 130;
  } finally {
    await system?.stop();
    if (given || process.env.PLOTLINE_KEEP) console.log(`kept ${dataDirectory}`);
    else await rm(dataDirectory, { recursive: true, force: true });
  }
}
