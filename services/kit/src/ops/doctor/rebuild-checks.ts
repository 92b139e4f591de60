import type { ServiceRuntime } from '../../service/runtime.js';
import type { MaintenanceJobs } from '../rebuilds/maintenance-jobs.js';
import { fromStart, type Rebuild, type Rebuilds, type Wrong } from '../rebuilds/rebuild.js';
import { runRebuilds } from '../rebuilds/run-rebuilds.js';
import type { Check, CheckScope, Inconsistency } from './check.js';

/** A rebuild tells what is wrong while it runs: more than these are not kept. */
const maxKept = 10_000;

async function* findWrong(rebuild: Rebuild, { mode, workspaceId }: CheckScope): AsyncGenerator<Inconsistency> {
  const found: Inconsistency[] = [];
  const onWrong = (wrong: Wrong) => {
    if (found.length < maxKept) found.push(wrong);
  };
  await rebuild(mode, { ...fromStart, dryRun: { workspaceId, onWrong } });
  yield* found;
}

/**
 * A check for each rebuild of a service, of the same name: whether it would correct anything. The repair is the rebuild, which the
 * running processes of the service carry out.
 */
export function createRebuildChecks(
  runtime: Pick<ServiceRuntime, 'log'>,
  jobs: MaintenanceJobs,
  rebuilds: Rebuilds,
): Check[] {
  return Object.entries(rebuilds).map(([name, rebuild]) => ({
    name,
    find: (scope) => findWrong(rebuild, scope),
    nextStep: `run rebuild.js ${name} while the service runs; if that fails, look at its log`,
    repair: () => runRebuilds(runtime, jobs, rebuilds, [name]),
  }));
}
