import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isDemoSeeded } from './demo-file.js';
import { logSize, logTail, openLog } from './supervise/log-file.js';
import { dataLayout } from './system/data-layout.js';
import type { SystemAddresses } from './system/running-system.js';

const SEED_DEADLINE_MS = 3 * 60_000;
const SHOWN_LOG_LINES = 30;

/**
 * Makes sure that the demo data is there; true when it had to be created. It is created in a process of its own, because
 * the client libraries that it takes would stay in the launcher's memory.
 * @throws Error with the last lines of `demo.log`, or that it was aborted by `signal`.
 */
export async function seedDemoData(system: SystemAddresses, signal: AbortSignal): Promise<boolean> {
  if (await isDemoSeeded(system)) return false;
  const logFile = join(dataLayout(system.dataDirectory).logs, 'demo.log');
  const logStart = logSize(logFile);
  const log = openLog(logFile);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'demo', 'seed-process.js')], {
    stdio: ['pipe', log, log],
    timeout: SEED_DEADLINE_MS,
    signal,
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(JSON.stringify(system));
  const outcome = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
  if (outcome === undefined) return true;
  const lines = logTail(logFile, logStart, SHOWN_LOG_LINES).map((line) => `  | ${line}`);
  throw new Error([`the demo data could not be created (${outcome}); its last lines:`, ...lines].join('\n'));
}
