import { join } from 'node:path';
import { formatNote } from '../cli/report-step.js';
import { answersOk } from './probe.js';
import { runProcess } from './run-process.js';
import { type SupervisedProcess, superviseProcess } from './supervise-process.js';
import { getDataLayout, type ProgramName, SINGLE, type SystemOptions } from './system-options.js';

/** Flags of Node. They match docker-compose.yml, so that a program behaves the same in both. */
export const nodeFlags: Readonly<Record<ProgramName | typeof SINGLE, readonly string[]>> = {
  auth: [],
  inventory: [],
  pipeline: [],
  team: [],
  webhook: [],
  connect: [],
  transfer: ['--max-semi-space-size=8', '--max-old-space-size=128'],
  gateway: ['--max-semi-space-size=64'],
  [SINGLE]: ['--max-semi-space-size=32'],
};

const READY_WITHIN_MS = 60_000;
/** A service keeps idle connections open for 2.5 s, and lets a running request finish, which may take 10 s. */
const STOP_WITHIN_MS = 20_000;
const MAX_ERROR_LINES = 30;

interface Job {
  /** Flags of Node and the script. */
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

interface NodeProcess extends Job {
  readonly name: string;
  /** URLs that all answer 200 once the process is ready. */
  readonly readyUrls: readonly string[];
}

interface Supervision {
  readonly options: SystemOptions;
  readonly onStart: (processId: number) => void;
}

/** Creates a supervised process of Node. It has not started yet. */
export function superviseNode(
  { options, onStart }: Supervision,
  { name, args, environment, readyUrls }: NodeProcess,
): SupervisedProcess {
  return superviseProcess({
    name,
    command: process.execPath,
    args,
    environment,
    directory: options.checkout,
    logFile: join(getDataLayout(options.dataDirectory).logs, `${name}.log`),
    isReady: async (deadline) => {
      const answers = await Promise.all(readyUrls.map((url) => answersOk(url, deadline)));
      return answers.every(Boolean);
    },
    readyWithinMs: READY_WITHIN_MS,
    stopWithinMs: STOP_WITHIN_MS,
    report: (line) => options.report(formatNote(line)),
    onStart,
  });
}

/**
 * Runs the migration job of a program to its end.
 * @throws Error with the last lines of the job's log, when the job fails.
 */
export async function runNodeJob({ options, onStart }: Supervision, name: string, job: Job): Promise<void> {
  const run = runProcess({
    command: process.execPath,
    args: job.args,
    environment: job.environment,
    directory: options.checkout,
    logFile: join(getDataLayout(options.dataDirectory).logs, `${name}-migration.log`),
  });
  if (run.processId !== undefined) onStart(run.processId);
  const outcome = await run.ended;
  if (outcome === 'exit code 0') return;
  const lines = run.lastLines(MAX_ERROR_LINES).map((line) => `  | ${line}`);
  throw new Error([`the migration of ${name} failed (${outcome})`, ...lines].join('\n'));
}
