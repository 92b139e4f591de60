import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { freezeTree } from '../../../../support/process-tree.js';
import type { FaultTarget, PlannedFault } from './faults.js';

/** Fault that happened. Times are milliseconds since the epoch. */
export interface InjectedFault {
  readonly target: FaultTarget;
  readonly kind: PlannedFault['kind'];
  readonly startedAt: number;
  /** Time at which the target was ready again or continued to run. */
  endedAt: number;
}

const readyWithinMs = 120_000;

async function kill(system: RunningSystem, target: string): Promise<void> {
  await system.kill(target);
  await system.whenReady(target, readyWithinMs);
}

async function freeze(system: RunningSystem, target: string, durationMs: number): Promise<void> {
  const thaw = await freezeTree(system.processIds(target));
  try {
    await sleep(durationMs);
  } finally {
    thaw();
  }
}

/**
 * Injects the faults at their times. Resolves once every target is ready again. Rejects if a target does not recover.
 */
export async function injectFaults(
  system: RunningSystem,
  faults: readonly PlannedFault[],
  report: (line: string) => void,
): Promise<InjectedFault[]> {
  const startedAt = Date.now();
  return Promise.all(
    faults.map(async ({ atMs, target, kind, durationMs }) => {
      await sleep(Math.max(startedAt + atMs - Date.now(), 0));
      // Skips a process that has not recovered from its last fault.
      await system.whenReady(target, readyWithinMs);
      const fault: InjectedFault = { target, kind, startedAt: Date.now(), endedAt: Number.POSITIVE_INFINITY };
      report(`${(atMs / 1_000).toFixed(1)} s  ${kind} ${target}${durationMs > 0 ? ` for ${durationMs} ms` : ''}`);
      await (kind === 'kill' ? kill(system, target) : freeze(system, target, durationMs));
      fault.endedAt = Date.now();
      return fault;
    }),
  );
}
