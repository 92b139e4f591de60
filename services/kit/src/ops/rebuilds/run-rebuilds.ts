import { setTimeout as sleep } from 'node:timers/promises';
import { createSystemCaller, everyWorkspace, type Mode, type Tenant } from '../../core/caller.js';
import { newId } from '../../core/ids.js';
import { UsageError } from '../../service/command-line.js';
import type { ServiceRuntime } from '../../service/runtime.js';
import type { Service } from '../../service/service.js';
import { modes } from '../../store/connection/connect.js';
import type { SealedFields } from '../../store/records/sealed-fields.js';
import { isOpen, type Job } from '../../tasks/job.js';
import type { ResetOptions, SandboxResets } from '../sandbox/sandbox-resets.js';
import {
  createMaintenanceWorker,
  initialState,
  type MaintenanceData,
  type MaintenanceJobs,
  type Rebuilds,
} from './rebuild.js';

const pollMs = 500;

async function findOpen(jobs: MaintenanceJobs, tenant: Tenant, name: string): Promise<Job<MaintenanceData> | null> {
  return jobs.collection.in(tenant).findOne({ resource: name, status: { $in: ['queued', 'running'] } });
}

/** Returns the running job of a rebuild, or creates one. */
async function getOrCreate(jobs: MaintenanceJobs, mode: Mode, name: string): Promise<Job<MaintenanceData>> {
  const tenant = { workspaceId: everyWorkspace, mode };
  const found = await findOpen(jobs, tenant, name);
  if (found) return found;
  const caller = createSystemCaller(tenant, 'rebuild', newId('req'));
  const job = { resource: name, input: { task: 'rebuild', name }, state: initialState, counts: {} } as const;
  return (await jobs.create({ caller }, job, () => undefined)).job;
}

/** Waits for the end of a job and logs its progress. */
async function follow(
  jobs: MaintenanceJobs,
  mode: Mode,
  { id, resource: rebuild }: Job<MaintenanceData>,
  { log }: Pick<ServiceRuntime, 'log'>,
): Promise<void> {
  let last = '';
  for (;;) {
    const job = await jobs.get({ workspaceId: everyWorkspace, mode }, id);
    if (!job) throw new Error(`The job ${id} no longer exists.`);
    const told = { rebuild, mode, job: id, ...job.counts };
    if (job.status === 'completed') {
      log.info(told, 'rebuilt');
      return;
    }
    if (!isOpen(job))
      throw new Error(`The rebuild of ${rebuild} was not completed: ${job.error?.message ?? job.status}.`);
    if (last !== `${job.status} ${job.version}`) log.info(told, job.status);
    last = `${job.status} ${job.version}`;
    await sleep(pollMs);
  }
}

/** Command line of a service's `rebuild.js`. */
export const rebuildCommand = {
  usage: `Usage: rebuild.js [name]…
  Recomputes derived data in the running processes of the service: the named rebuilds, or all. Logs what was wrong.`,
  options: {},
  positionals: { min: 0, max: Number.POSITIVE_INFINITY },
  logsToOutput: true,
} as const;

/**
 * Runs the command `rebuild.js [name…]`. The processes of the service run the named rebuilds, or all, in both databases
 * one after the other. Logs what was wrong. Follows a rebuild that is already running. Throws immediately for an
 * unknown name.
 */
export async function runRebuilds(
  runtime: Pick<ServiceRuntime, 'log'>,
  jobs: MaintenanceJobs,
  rebuilds: Rebuilds,
  names: readonly string[],
): Promise<void> {
  const known = Object.keys(rebuilds);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`Unknown: ${unknown.join(', ')}. The rebuilds are: ${known.join(', ')}.`);
  for (const name of known) {
    if (names.length > 0 && !names.includes(name)) continue;
    for (const mode of modes) await follow(jobs, mode, await getOrCreate(jobs, mode, name), runtime);
  }
}

/** Command line of a service's `reseal-secrets.js`. */
export const resealCommand = {
  usage: `Usage: reseal-secrets.js
  Seals texts with the current secret that were sealed with the previous one. Exits with 0 when none are left. It can be repeated.`,
  options: {},
} as const;

/**
 * Runs a service's `reseal-secrets.js` command (deploy/runbooks/rotate-a-secret.md). Resolves to 1 if some texts can't
 * be opened.
 */
export async function runReseal(sealed: SealedFields): Promise<0 | 1> {
  const { resealed, unreadable } = await sealed.resealAll();
  process.stdout.write(`texts sealed again with the current secret: ${resealed}\n`);
  if (unreadable.length === 0) return 0;
  process.stdout.write(`cannot be opened with the configured secrets: ${unreadable.join(' ')}\n`);
  return 1;
}

export interface MaintenanceOptions extends ResetOptions {
  readonly resets: SandboxResets;
  /** Rebuilds by the name that the command `rebuild.js` takes. */
  readonly rebuilds?: Rebuilds;
}

/**
 * Adds sandbox resets and rebuilds to a service: their worker, and the consumer of `sandbox.reset`. Also makes each
 * consumer ignore events from before a reset.
 */
export function withMaintenance(
  runtime: ServiceRuntime,
  { resets, rebuilds = {}, ...resetOptions }: MaintenanceOptions,
  service: Service,
): Service {
  const { consumers = [], workers = [] } = service;
  const reset = resets.createRun(runtime, resetOptions);
  return {
    ...service,
    consumers: [...consumers.map((consumer) => resets.ignoreReset(consumer)), resets.createConsumer(runtime.name)],
    workers: [...workers, createMaintenanceWorker(runtime, resets.jobs, { reset, rebuilds })],
  };
}
