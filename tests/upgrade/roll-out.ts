import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICE_NAMES } from '@plotline/local/supervise/running-system';
import type { InjectedFault } from '../nightly/faults/campaign/plan/inject-faults.js';
import type { ReplicatedSystem } from '../nightly/faults/campaign/system/replicated-system.js';
import type { ProgramLinks } from './program-links.js';

/**
 * Duration of the load in each stage: with only the previous release, with migrated databases, and after each replaced
 * process.
 */
const stageMs = 5_000;
const pauseMs = 1_000;

/**
 * Webhook comes first, because it only forwards events that it knows. The gateway comes last, because its contract has
 * the new endpoints.
 */
const order = ['webhook', 'team', 'inventory', 'pipeline', 'transfer', 'connect', 'auth', 'gateway'] as const;

/**
 * Rolls out a release as an operator does: first the migration jobs while the previous release serves, then one process
 * after the other. Resolves to the times in which each process was down.
 */
export async function rollOut(
  { system }: ReplicatedSystem,
  links: ProgramLinks,
  release: string,
  report: (line: string) => void,
): Promise<InjectedFault[]> {
  const replaced: InjectedFault[] = [];
  await sleep(stageMs);
  for (const service of SERVICE_NAMES) {
    await links.point(service, release);
    await system.migrate(service);
  }
  report('databases migrated; the previous release serves on');
  await sleep(stageMs);
  for (const program of order) {
    await links.point(program, release);
    for (const target of [program, `${program}-2`] as const) {
      const startedAt = Date.now();
      await system.restart(target);
      replaced.push({ target, kind: 'kill', startedAt, endedAt: Date.now() });
      report(`${target} replaced`);
      await sleep(pauseMs);
    }
  }
  report('the new release serves alone');
  return replaced;
}
