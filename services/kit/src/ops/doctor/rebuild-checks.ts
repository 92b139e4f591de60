import type { ServiceRuntime } from '../../service/runtime.js';
import type { MaintenanceJobs } from '../rebuilds/maintenance-jobs.js';
import { fromStart, type Rebuild, type Rebuilds, type Wrong } from '../rebuilds/rebuild.js';
import { runRebuilds } from '../rebuilds/run-rebuilds.js';
import type { Check, CheckScope, Inconsistency } from './check.js';

/** Limit for the findings that a rebuild reports while it runs. */
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
 * Creates a check for each rebuild of a service, with the same name, that finds what the rebuild would correct. Its
 * repair is the rebuild, which the running processes of the service carry out.
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
