import type { Connection } from 'mongoose';
import { encodeTime } from 'ulid';
import type { Consumer } from '../../broker/consume.js';
import { type ParsedEnvelope, parseEnvelope, readText } from '../../broker/message.js';
import { type Caller, createSystemCaller, everyWorkspace, type Tenant } from '../../core/caller.js';
import { requestLifetimeMs } from '../../core/time.js';
import type { ServiceRuntime } from '../../service/runtime.js';
import { type DeclaredCollection, isDuplicateKey, type ResetRule } from '../../store/indexes.js';
import type { EventInput } from '../../store/journal/entry.js';
import type { Collection } from '../../store/records/collection.js';
import { retryOnConflict } from '../../store/records/guarded-update.js';
import { createRecordSchema } from '../../store/records/record-model.js';
import type { Filter, Versioned } from '../../store/records/records.js';
import { scheduleNextRun } from '../../tasks/deferred-jobs.js';
import { createMaintenanceJobs, initialState, type MaintenanceJobs, type RunReset } from '../rebuilds/rebuild.js';

/** Maximum records per batch, so that other writers don't wait long. */
const maxBatch = 500;

interface StoredRecord {
  readonly _id: string;
  readonly workspace_id?: string;
}

/** Collection whose records a reset removes. */
export interface ResettableCollection {
  readonly name: string;
  readonly rule: Exclude<ResetRule, 'kept'>;
}

/** Lists the collections that a reset empties. Throws when a collection has no rule. */
function listResettable(declared: readonly DeclaredCollection[]): ResettableCollection[] {
  return declared.flatMap(({ name, reset }) => {
    if (!reset) throw new Error(`${name} has no created_at: declare the rule for a reset of the sandbox.`);
    return reset === 'kept' ? [] : [{ name, rule: reset }];
  });
}

/**
 * Matches records created up to the start of a reset. Ids start with a prefix, followed by the creation time in
 * milliseconds.
 */
function matchUntil(rule: ResettableCollection['rule'], startedAt: Date) {
  if ('time' in rule) return { [rule.time]: { $lte: startedAt } };
  return { [rule.id]: { $lt: `${rule.prefix}_${encodeTime(startedAt.getTime() + 1).toLowerCase()}` } };
}

/**
 * Removes the matching records in chunks and reports the size of each chunk. `onRemoved` may throw to stop the removal.
 * A repeated call removes the rest.
 */
export async function removeMatches(
  database: Connection,
  name: string,
  filter: Filter,
  onRemoved: (count: number) => Promise<void> | void,
): Promise<void> {
  const collection = database.collection<StoredRecord>(name);
  for (;;) {
    const found = await collection.find(filter, { projection: { _id: 1 }, limit: maxBatch }).toArray();
    if (found.length === 0) return;
    const { deletedCount } = await collection.deleteMany({ ...filter, _id: { $in: found.map(({ _id }) => _id) } });
    await onRemoved(deletedCount);
  }
}

/** Removes the records of a workspace that were created up to `startedAt`, like `removeMatches`. */
async function removeRecords(
  database: Connection,
  { name, rule }: ResettableCollection,
  { workspaceId, startedAt }: { readonly workspaceId: string; readonly startedAt: Date },
  onRemoved: (count: number) => Promise<void>,
): Promise<void> {
  await removeMatches(database, name, { workspace_id: workspaceId, ...matchUntil(rule, startedAt) }, onRemoved);
}

/** Lists the workspaces that have records in one of the collections. */
export async function listWorkspaces(database: Connection, collections: readonly string[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const name of collections) {
    const rows = database
      .collection<StoredRecord>(name)
      .aggregate<{ readonly _id: string | null }>([{ $group: { _id: '$workspace_id' } }]);
    for await (const { _id } of rows) if (_id !== null) ids.add(_id);
  }
  return [...ids];
}

/** Event that makes every service remove the sandbox records of a workspace, or of all workspaces. */
const sandboxResetName = 'sandbox.reset';

interface SandboxReset {
  /** Id of the workspace, or `everyWorkspace`. */
  readonly workspaceId: string;
  /** Records that were created up to this time are removed. Later records are kept. */
  readonly startedAt: Date;
}

/** Returns the event that is committed with the journal entry of a reset request. */
export function toResetEvent({ workspaceId, startedAt }: SandboxReset): EventInput {
  return { name: sandboxResetName, data: { workspace_id: workspaceId, started_at: startedAt } };
}

/** Reads a reset event. Throws if the event is of a different kind. */
function readResetEvent({ data }: Pick<ParsedEnvelope, 'data'>): SandboxReset {
  const startedAt = new Date(readText(data, 'started_at'));
  if (Number.isNaN(startedAt.getTime())) throw new Error("The event's started_at is not a time.");
  return { workspaceId: readText(data, 'workspace_id'), startedAt };
}

/** The second pass is needed because a request from before the reset may still store a record with an earlier time. */
const delaysMs = [0, requestLifetimeMs];

/** Time of the last reset of a workspace's sandbox, or of all sandboxes. The id is the workspace's. */
interface ResetTime extends Versioned {
  readonly started_at: Date;
}

/** Work of a service during a sandbox reset, besides removing records. */
export interface ResetOptions {
  /** Corrects data derived from the removed records of a workspace, such as counters. Can be repeated. */
  readonly correct?: (tenant: Tenant) => Promise<void>;
}

/**
 * Resets the sandbox of a service. Consumes `sandbox.reset`, removes the records created up to the start of the reset,
 * and ignores late events from before it. Publishes no events about removed records.
 */
export class SandboxResets {
  readonly #times: Collection<ResetTime>;
  /** Jobs for resets and other maintenance of this service. */
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
   * Starts the removal of records. If a workspace is reset twice, the later reset counts, even if its event arrives
   * first.
   */
  async start({ workspaceId, startedAt }: SandboxReset, requestId: string, traceparent?: string): Promise<void> {
    const tenant = { workspaceId, mode: 'sandbox' } as const;
    const change = { $max: { started_at: startedAt }, $inc: { version: 1 } };
    const store = () => this.#times.in(tenant).findAndUpdate({ _id: workspaceId }, change, { upsert: true });
    // If two processes insert the first record at the same time, one of them fails with a duplicate key.
    const stored = await retryOnConflict(store, { isConflict: isDuplicateKey });
    const caller = createSystemCaller(tenant, 'sandbox-reset', requestId, { traceparent });
    await this.#create(caller, stored?.started_at ?? startedAt);
  }

  /** Creates the job of a reset only once, even if the event arrives several times. */
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

  /** Returns whether a workspace's sandbox was reset at the given time or later. */
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

  /** Creates the function that carries out a reset. Throws if a collection of the service declares no reset rule. */
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
