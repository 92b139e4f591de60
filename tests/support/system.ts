import type { RunningSystem } from '@plotline/local/supervise/running-system';

let running: RunningSystem | undefined;

export function setSystem(value: RunningSystem): void {
  running = value;
}

/** The system of this test run. */
export function system(): RunningSystem {
  if (!running) throw new Error('No system runs: start the tests with npm test.');
  return running;
}
