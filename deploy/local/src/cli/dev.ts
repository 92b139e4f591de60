import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ControlConnection, connectToSystem } from '../develop/control-client.js';
import { type DevelopedProgram, PROGRAM_NAMES } from '../develop/control-protocol.js';
import { followLog } from '../develop/follow-log.js';
import { serveDashboard } from '../develop/serve-dashboard.js';
import { readPorts } from '../supervise/ports.js';
import { answersOk } from '../supervise/probe.js';
import { readDevArguments } from './dev-arguments.js';
import { formatStep } from './report-step.js';
import type { LaunchOptions } from './start.js';
import { watchForStop } from './watch-for-stop.js';

/**
 * Runs a program of the running system from source until a signal, for `npm run dev -- <program>`. For `dashboard`,
 * serves the dashboard from source beside the system.
 * @throws Error when no system runs, or when the program can't be taken over.
 */
export async function develop({ checkout, environment, ...options }: LaunchOptions): Promise<void> {
  const { name, inspectPort } = readDevArguments(options.arguments);
  const dataDirectory = environment['PLOTLINE_DATA_DIRECTORY'] || join(checkout, '.local');
  const system = await connectToSystem(dataDirectory);
  const { requested } = watchForStop(environment);
  const program = PROGRAM_NAMES.find((one) => one === name);
  if (program === undefined) return serveDashboard(checkout, readPorts(environment), environment, requested);

  const reply = await system.request({ program, processId: process.pid, inspectPort });
  if ('error' in reply) throw new Error(reply.error);
  if (!('started' in reply)) throw new Error('The system ended the takeover at once.');
  await run(program, reply.started, system, requested);
}

async function run(
  program: string,
  { logFile, logStart, readyUrl }: DevelopedProgram,
  system: ControlConnection,
  requested: Promise<string>,
): Promise<void> {
  const ending = new AbortController();
  const following = followLog(logFile, logStart, process.stdout, ending.signal);
  const reporting = reportReadiness(program, readyUrl, ending.signal);
  const reason = await Promise.race([requested, system.closed.then(() => undefined)]);
  ending.abort();
  await Promise.all([following, reporting]);
  if (reason === undefined) throw new Error('The system has stopped.');
  console.log(`Restarting the built ${program} (${reason}) …`);
  const reply = await system.release();
  if ('error' in reply) throw new Error(reply.error);
  console.log(`The built ${program} is running again.`);
}

const PROBE_INTERVAL_MS = 50;
const PROBE_DEADLINE_MS = 2_000;

/** Prints a line whenever the program is ready, with the length of the downtime. */
async function reportReadiness(program: string, readyUrl: string, signal: AbortSignal): Promise<void> {
  let downSince: number | undefined = performance.now();
  while (!signal.aborted) {
    const isUp = await answersOk(readyUrl, AbortSignal.timeout(PROBE_DEADLINE_MS)).catch(() => false);
    if (!isUp) downSince ??= performance.now();
    else if (downSince !== undefined) {
      console.log(formatStep(performance.now() - downSince, `${program} serves from source`));
      downSince = undefined;
    }
    await delay(PROBE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
