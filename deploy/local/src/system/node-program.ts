import { join } from 'node:path';
import { answersOk } from '../net/answers-ok.js';
import { MALLOC_VARIABLES, NODE_FLAGS } from '../node-flags.js';
import { type SupervisedProcess, superviseProcess } from '../supervise/supervise-process.js';
import { note } from '../time-step.js';
import { dataLayout } from './data-layout.js';
import type { ProgramName, SystemOptions } from './system-options.js';

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 3_000;

export interface NodeProgram {
  /** Which program it is. */
  readonly program: ProgramName;
  /** Its name among the parts, which is another for a further instance. */
  readonly name: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Answers 200 once the program serves. */
  readonly readyUrl: string;
}

/** A compiled service or the gateway as a supervised process, not started yet. */
export function superviseNodeProgram(
  options: SystemOptions,
  { program, name, environment, readyUrl }: NodeProgram,
  onStart: (processId: number) => void,
): SupervisedProcess {
  const folder = program === 'gateway' ? 'gateway' : join('services', program);
  const script = options.programs?.[program] ?? join(options.checkout, folder, 'dist', 'main.js');
  return superviseProcess({
    name,
    command: process.execPath,
    args: [...NODE_FLAGS, script],
    environment: { ...MALLOC_VARIABLES, ...environment, ...options.programEnvironment?.[program] },
    directory: options.checkout,
    logFile: join(dataLayout(options.dataDirectory).logs, `${name}.log`),
    isReady: (deadline) => answersOk(readyUrl, deadline),
    readyWithinMs: READY_WITHIN_MS,
    stopWithinMs: STOP_WITHIN_MS,
    report: (line) => options.report(note(line)),
    onStart,
  });
}
