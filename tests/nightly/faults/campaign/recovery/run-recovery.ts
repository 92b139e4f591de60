import { startReceiver } from '../../../../support/receiver.js';
import { setUpTenants } from '../load/set-up.js';
import { faultTargets } from '../plan/faults.js';
import { createPlan } from '../plan/plan.js';
import type { ReplicatedSystem } from '../system/replicated-system.js';
import { measureRecovery, type Recovery } from './measure-recovery.js';

/** Goals after a process is killed, and after the database is killed. */
const wanted = { routes: 3, events: 5, mongo: 6 };

const format = (seconds: number): string => (Number.isFinite(seconds) ? `${seconds.toFixed(1)} s` : 'never');

function describe({
  target,
  routesSeconds,
  slowestRoute,
  eventsSeconds,
  failedCount,
  faultsBefore,
  probeCount,
}: Recovery): string {
  const [routes, events] = target === 'mongo' ? [wanted.mongo, wanted.mongo] : [wanted.routes, wanted.events];
  const over = routesSeconds > routes || eventsSeconds > events ? '  OVER' : '';
  const route = slowestRoute === '' ? '' : ` (${slowestRoute})`;
  const busy = faultsBefore === 0 ? '' : `  (${faultsBefore} slow before the kill: the machine is busy)`;
  return `${target.padEnd(12)} routes ${format(routesSeconds).padStart(7)}  events ${format(eventsSeconds).padStart(7)}  ${failedCount} of ${probeCount} calls${route}${over}${busy}`;
}

/**
 * Kills each component in turn, and prints how long routes and events were affected. Marks figures that miss the goal,
 * but does not fail.
 */
export async function runRecovery(
  replicated: ReplicatedSystem,
  targets: readonly string[],
  write: (line: string) => void,
): Promise<void> {
  const receiver = await startReceiver();
  try {
    const [tenant] = await setUpTenants(createPlan(1, 1, 1), replicated, receiver.url);
    if (!tenant) throw new Error('There is no tenant.');
    const lines: string[] = [];
    for (const target of targets.length > 0 ? targets : faultTargets) {
      lines.push(describe(await measureRecovery(replicated.system, tenant, receiver, target)));
      write(lines.at(-1) ?? '');
    }
    write(
      ['', `Wanted: routes ${wanted.routes} s, events ${wanted.events} s; mongo ${wanted.mongo} s.`, ...lines].join(
        '\n',
      ),
    );
  } finally {
    await receiver.stop();
  }
}
