import type { Consumer } from '../broker/consume.js';
import { parseEnvelope } from '../broker/event-envelope.js';
import type { Tenant } from '../caller.js';
import { requestLifetimeMs } from '../deadline.js';
import { DueQueue, type QueuedWork } from '../jobs/due-queue.js';
import { createDueWorker, type NextRun, runEach, scheduleNextRun } from '../jobs/due-work.js';
import type { PeriodicTask } from '../jobs/periodic-task.js';
import type { Collection, Versioned } from '../mongo/collection.js';
import { isDuplicateKey } from '../mongo/indexes.js';
import { createRecordSchema } from '../mongo/record-model.js';
import { retryOnConflict } from '../mongo/retry-on-conflict.js';
import type { ServiceRuntime } from '../process/runtime.js';
import { listResettable, listWorkspaces, type ResettableCollection, removeRecords } from './remove-records.js';
import { everyWorkspace, readResetEvent, type SandboxReset, sandboxResetName } from './reset-event.js';

/** A request from before a reset may still store a record that is as old. */
const delaysMs = [0, requestLifetimeMs];
const intervalMs = 2_000;

/** When the sandbox of a workspace, or of all, was last reset; its id is the workspace's. */
interface ResetTime extends Versioned {
  readonly started_at: Date;
}

/** What a service does about resets of its sandbox, besides the removal of records. */
export interface ResetOptions {
  /** Corrects what follows from the removed records of a workspace, such as counters. It may be called again. */
  readonly correct?: (tenant: Tenant) => Promise<void>;
}

/**
 * Resets of the sandbox: consumes `sandbox.reset`, removes the records that were created until then, and ignores events from before
 * that come later. Nothing is published about what is removed.
 */
export class SandboxResets {
  readonly #times: Collection<ResetTime>;
  readonly #queue: DueQueue;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#times = runtime.collection<ResetTime>({
      name: 'sandbox_reset_times',
      schema: createRecordSchema({ started_at: Date }),
      indexes: [],
      reset: 'kept',
    });
    this.#queue = new DueQueue(runtime, 'sandbox_resets', 'kept');
  }

  /** Has the records removed. Of two resets of a workspace the later one counts, in whatever order they come. */
  async start({ workspaceId, startedAt }: SandboxReset, requestId: string): Promise<void> {
    const tenant = { workspaceId, mode: 'sandbox' } as const;
    const change = { $max: { started_at: startedAt }, $inc: { version: 1 } };
    const store = () => this.#times.in(tenant).findAndUpdate({ _id: workspaceId }, change, { upsert: true });
    // Of two that insert the first time at the same time, one fails by a duplicate key.
    const stored = await retryOnConflict(store, { isConflict: isDuplicateKey });
    const since = stored?.started_at ?? startedAt;
    await this.#queue.enqueue(tenant, { subjectIds: [workspaceId], requestId, since, dueAt: since });
  }

  /** Whether the sandbox of a workspace was reset at that time or later. */
  async isReset(workspaceId: string, at: Date): Promise<boolean> {
    const ids = [workspaceId, everyWorkspace];
    const found = await this.#times.acrossWorkspaces('sandbox').find({ _id: { $in: ids } });
    return found.some(({ started_at }) => started_at >= at);
  }

  /** The consumer with those events left out that tell of records from before a reset. */
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

  /** Consumes `sandbox.reset` in a queue of the service that is named. */
  createConsumer(service: string): Consumer {
    return {
      queue: `${service}.sandbox-resets`,
      bindings: [sandboxResetName],
      prefetch: 4,
      handle: async ({ payload, requestId }) => this.start(readResetEvent(parseEnvelope(payload)), requestId),
    };
  }

  /** Removes the records of resets that were started. Throws when a collection of the service does not declare what a reset does with it. */
  createWorker(runtime: ServiceRuntime, { correct = async () => undefined }: ResetOptions): PeriodicTask {
    const { clock, databases, declared, log } = runtime;
    const collections = listResettable(declared);
    const run = runEach<QueuedWork>(async (tenant, work, shouldContinue): Promise<NextRun> => {
      const began = clock();
      const { workspaceId } = tenant;
      const reset = { workspaceId, startedAt: work.since };
      if (workspaceId === everyWorkspace) await this.#startEach(runtime, collections, work);
      else {
        for (const collection of collections) {
          if (!(await removeRecords(databases.sandbox, collection, reset, shouldContinue)))
            return { due_at: work.due_at };
        }
        await correct(tenant);
        log.info({ workspace: workspaceId, started_at: work.since }, 'the sandbox was reset');
      }
      return scheduleNextRun(work.since, delaysMs, began);
    });
    return createDueWorker<QueuedWork>({
      name: 'sandbox-reset',
      intervalMs,
      maxBatch: 1,
      work: this.#queue,
      clock,
      runtime,
      run,
    });
  }

  async #startEach(
    { databases }: ServiceRuntime,
    collections: readonly ResettableCollection[],
    { since: startedAt, request_id }: QueuedWork,
  ): Promise<void> {
    for (const workspaceId of await listWorkspaces(databases.sandbox, collections)) {
      await this.start({ workspaceId, startedAt }, request_id);
    }
  }
}
