import type { RunningSystem } from '@plotline/local/supervise/running-system';
import type { Collector } from './collector.js';

let running: RunningSystem | undefined;

export function setSystem(value: RunningSystem): void {
  running = value;
}

/** The system of this test run. */
export function system(): RunningSystem {
  if (!running) throw new Error('No system runs: start the tests with npm test.');
  return running;
}

let collecting: Collector | undefined;

export function setCollector(value: Collector): void {
  collecting = value;
}

/** Collector that receives the traces of the system's programs. */
export function collector(): Collector {
  if (!collecting) throw new Error('No system runs: start the tests with npm test.');
  return collecting;
}
