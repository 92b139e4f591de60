import type { Consumer } from '../../broker/consume.js';
import { parseEnvelope } from '../../broker/message.js';
import { type Caller, createSystemCaller, everyWorkspace, type Tenant } from '../../core/caller.js';
import { requestLifetimeMs } from '../../core/time.js';
import type { ServiceRuntime } from '../../service/runtime.js';
import { isDuplicateKey } from '../../store/indexes.js';
import type { Collection } from '../../store/records/collection.js';
import { retryOnConflict } from '../../store/records/guarded-update.js';
import { createRecordSchema } from '../../store/records/record-model.js';
import type { Versioned } from '../../store/records/records.js';
import { scheduleNextRun } from '../../tasks/deferred-jobs.js';
import { createMaintenanceJobs, initialState, type MaintenanceJobs } from '../rebuilds/maintenance-jobs.js';
import type { RunReset } from '../rebuilds/maintenance-worker.js';
import { listResettable, listWorkspaces, removeRecords } from './remove-records.js';
import { readResetEvent, type SandboxReset, sandboxResetName } from './reset-event.js';

/** The second pass is needed because a request from before the reset may still store a record with an earlier time. */
const delaysMs = [0, requestLifetimeMs];

/** Time of the last reset of a workspace's sandbox, or of all; its id is the workspace's. */
interface ResetTime extends Versioned {
  readonly started_at: Date;
}

/** Work of a service for resets of its sandbox besides removing records. */
export interface ResetOptions {
  /** Corrects data derived from the removed records of a workspace, such as counters. Can be repeated. */
  readonly correct?: (tenant: Tenant) => Promise<void>;
}

/**
 * Resets the sandbox of a service. Consumes `sandbox.reset`, removes the records created up to then, and ignores late
 * events from before. Publishes nothing about removed records.
 */
export class SandboxResets {
  readonly #times: Collection<ResetTime>;
  /** Jobs for resets of this service and its other maintenance. */
  readonly jobs: MaintenanceJobs;

  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'journal'>) {
    this.jobs = createMaintenanceJobs(runtime);
    this.#times = runtime.collection<ResetTime>({
      name: 'sandbox_reset_times',
      schema: createRecordSchema({ started_at: Date }),
      indexes: [],
      reset: 'kept',
    });
  }

  /**
   * Starts the removal of records. The later of two resets of a workspace counts, in whatever order they arrive.
   */
  async start({ workspaceId, startedAt }: SandboxReset, requestId: string, traceparent?: string): Promise<void> {
    const tenant = { workspaceId, mode: 'sandbox' } as const;
    const change = { $max: { started_at: startedAt }, $inc: { version: 1 } };
    const store = () => this.#times.in(tenant).findAndUpdate({ _id: workspaceId }, change, { upsert: true });
    // If two insert the first record at once, one fails with a duplicate key.
    const stored = await retryOnConflict(store, { isConflict: isDuplicateKey });
    const caller = createSystemCaller(tenant, 'sandbox-reset', requestId, { traceparent });
    await this.#create(caller, stored?.started_at ?? startedAt);
  }

  /** Creates the job of a reset once, however often the event arrives. */
  async #create(caller: Caller, started_at: Date): Promise<void> {
    const id = `mnt_reset_${started_at.getTime()}_${caller.workspaceId}`;
    if (await this.jobs.get(caller, id)) return;
    const input = { task: 'reset', started_at } as const;
    const job = { id, resource: 'sandbox', input, state: initialState, counts: { removed: 0 } };
    await this.jobs
      .create({ caller }, job, () => undefined)
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
  }

  /** Whether the sandbox of a workspace was reset at that time or later. */
  async isReset(workspaceId: string, at: Date): Promise<boolean> {
    const ids = [workspaceId, everyWorkspace];
    const found = await this.#times.acrossWorkspaces('sandbox').find({ _id: { $in: ids } });
    return found.some(({ started_at }) => started_at >= at);
  }

  /** Returns the consumer without events about records from before a reset. */
  ignoreReset(consumer: Consumer): Consumer {
    const handle: Consumer['handle'] = async (event) => {
      if (event.mode === 'sandbox') {
        const { workspace_id, timestamp } = parseEnvelope(event.payload);
        if (await this.isReset(workspace_id, timestamp)) return;
      }
      await consumer.handle(event);
    };
    return { ...consumer, handle };
  }

  /** Creates the consumer of `sandbox.reset` in a queue of the named service. */
  createConsumer(service: string): Consumer {
    return {
      queue: `${service}.sandbox-resets`,
      bindings: [sandboxResetName],
      prefetch: 4,
      handle: async ({ payload, requestId, traceparent }) =>
        this.start(readResetEvent(parseEnvelope(payload)), requestId, traceparent),
    };
  }

  /** Creates the work of a reset. Throws when a collection of the service declares no rule for resets. */
  createRun(runtime: ServiceRuntime, { correct }: ResetOptions): RunReset {
    const { clock, databases, declared } = runtime;
    const collections = listResettable(declared);
    return async ({ started_at: startedAt }, { state, counts }, { caller, commit, log }) => {
      const began = clock();
      const { workspaceId } = caller();
      if (workspaceId === everyWorkspace) {
        const names = collections.map(({ name }) => name);
        for (const id of await listWorkspaces(databases.sandbox, names)) {
          const { requestId, traceparent } = caller();
          await this.start({ workspaceId: id, startedAt }, requestId, traceparent);
        }
        return undefined;
      }
      const tenant = { workspaceId, mode: 'sandbox' } as const;
      let { removed = 0 } = counts;
      for (const collection of collections) {
        await removeRecords(databases.sandbox, collection, { workspaceId, startedAt }, async (count) => {
          removed += count;
          await commit({ counts: { removed }, processed: removed });
        });
      }
      await correct?.(tenant);
      log.info({ started_at: startedAt }, 'the sandbox was reset');
      const next = scheduleNextRun(startedAt, delaysMs, began);
      return next ? { state: { ...state, pass: state.pass + 1 }, resumeAt: next.resume_at } : undefined;
    };
  }
}
