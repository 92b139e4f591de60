import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { openLog, readLogSize, readLogTail, rotateLog } from './log-file.js';
import { signalGroup, signalProcess } from './os-process.js';

const ROTATE_INTERVAL_MS = 30_000;

export interface ProgramSpecification {
  readonly command: string;
  readonly args: readonly string[];
  /** Whole environment of the process. Nothing else is inherited. */
  readonly environment: NodeJS.ProcessEnv;
  readonly directory?: string;
  /** File that receives standard output and standard error. */
  readonly logFile: string;
}

/** One run of a process, from its start to its end. */
export interface Run {
  /** Undefined when the program could not be started. `ended` then has the reason. */
  readonly processId: number | undefined;
  readonly startedAt: number;
  /** Resolves with the outcome when the process has ended: `exit code 1` or `signal SIGKILL`. Never rejects. */
  readonly ended: Promise<string>;
  hasEnded(): boolean;
  /** Returns the last lines that this run wrote to its log. */
  lastLines(lines: number): string[];
  /** Sends a signal to the process itself. */
  signal(signal: NodeJS.Signals): void;
  /** Ends the process and its whole group immediately. */
  killGroup(): void;
}

/**
 * Starts a program in its own process group. Ctrl-C in a terminal then reaches only the launcher, which stops its
 * components in order. When the process ends, the rest of its group is ended too.
 */
export function runProcess(program: ProgramSpecification): Run {
  rotateLog(program.logFile);
  const logStart = readLogSize(program.logFile);
  const log = openLog(program.logFile);
  const child = spawn(program.command, program.args, {
    ...(program.directory === undefined ? {} : { cwd: program.directory }),
    env: program.environment,
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  const processId = child.pid;
  const rotation = setInterval(() => rotateLog(program.logFile), ROTATE_INTERVAL_MS);
  rotation.unref();
  let over = false;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      if (processId === undefined) resolve(error.message);
    });
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  }).then((outcome) => {
    over = true;
    clearInterval(rotation);
    if (processId !== undefined) signalGroup(processId, 'SIGKILL');
    return outcome;
  });
  return {
    processId,
    startedAt: Date.now(),
    ended,
    hasEnded: () => over,
    lastLines: (lines) => readLogTail(program.logFile, logStart, lines),
    signal(signal) {
      if (processId !== undefined && !over) signalProcess(processId, signal);
    },
    killGroup() {
      if (processId !== undefined && !over) signalGroup(processId, 'SIGKILL');
    },
  };
}

const PROBE_INTERVAL_MS = 50;
const PROBE_DEADLINE_MS = 2_000;
const MAX_ERROR_LINES = 30;

export interface Readiness {
  /** Checks once whether the process answers requests. A rejection means that it isn't ready yet. */
  readonly isReady: (deadline: AbortSignal) => Promise<boolean>;
  /** Milliseconds that a start may take. */
  readonly readyWithinMs: number;
}

/**
 * Resolves once the process answers requests.
 * @throws Error with the last lines of the process's log, when it ends early or is not ready in time.
 */
export async function awaitReady(name: string, run: Run, readiness: Readiness): Promise<void> {
  const deadline = run.startedAt + readiness.readyWithinMs;
  while (Date.now() < deadline && !run.hasEnded()) {
    const ready = await readiness.isReady(AbortSignal.timeout(PROBE_DEADLINE_MS)).catch(() => false);
    // If this process has ended, a different process answered the probe.
    if (ready && !run.hasEnded()) return;
    await Promise.race([delay(PROBE_INTERVAL_MS), run.ended]);
  }
  const outcome = run.hasEnded()
    ? `ended before it was ready (${await run.ended})`
    : `was not ready within ${readiness.readyWithinMs / 1000} s`;
  const lines = run.lastLines(MAX_ERROR_LINES).map((line) => `  | ${line}`);
  throw new Error([`${name} ${outcome}`, ...(lines.length > 0 ? ['last lines of its log:', ...lines] : [])].join('\n'));
}

/**
 * Milliseconds after which a process that SIGKILL doesn't end (blocked in the kernel) is abandoned, so that a stop
 * always ends.
 */
const KILL_WAIT_MS = 2_000;

/** Asks a process to end with SIGTERM, and ends its whole group with SIGKILL after `graceMs`. */
export async function stopRun(run: Run, graceMs: number): Promise<void> {
  run.signal('SIGTERM');
  if (await endsWithin(run, graceMs)) return;
  run.killGroup();
  await endsWithin(run, KILL_WAIT_MS);
}

async function endsWithin(run: Run, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([run.ended, late]);
  timer.abort();
  return run.hasEnded();
}
