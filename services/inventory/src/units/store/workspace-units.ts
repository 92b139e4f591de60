import { randomInt } from 'node:crypto';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import type { Correction } from '@plotline/kit/ops/rebuilds/rebuild';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import { type UnitStatus, unitStatuses } from '../model/unit.js';
import { toWorkspaceChange, type UnitChange, type WorkspaceUnits } from '../model/unit-counter.js';

/** Shard of the counts of a workspace, which are the sums of its shards. A single shard may be negative. */
interface WorkspaceShard extends Versioned {
  readonly counts: Partial<WorkspaceUnits>;
}

/** This many changes of a workspace's units can commit in parallel without a write conflict. */
const shardsPerWorkspace = 16;

const toShardId = (workspaceId: string, shard: number) => `${workspaceId}.${shard}`;

function toShardIds(workspaceId: string): string[] {
  return Array.from({ length: shardsPerWorkspace }, (_, shard) => toShardId(workspaceId, shard));
}

/**
 * Number of a workspace's units by status. It is exact, because it changes in the transaction that changes a unit. In
 * the sandbox units are counted instead: a reset removes them without changing counts.
 */
export class WorkspaceUnitCounts {
  readonly #collection: Collection<WorkspaceShard>;
  #lastShard = randomInt(shardsPerWorkspace);

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<WorkspaceShard>({
      name: 'workspace_unit_counts',
      schema: createRecordSchema({
        counts: Object.fromEntries(['units_count', ...unitStatuses].map((name) => [name, Number])),
      }),
      indexes: [],
      reset: 'kept',
    });
  }

  /**
   * Applies changes in the transaction that changes the units. Must be its last step, so that two transactions can't
   * deadlock.
   */
  async apply(tenant: Tenant, changes: readonly UnitChange[], session: ClientSession): Promise<void> {
    if (tenant.mode === 'sandbox') return;
    this.#lastShard = (this.#lastShard + 1) % shardsPerWorkspace;
    await this.#add(tenant, this.#lastShard, toWorkspaceChange(changes), session);
  }

  /** Returns the number of units in one of the statuses, or of all; null when they have to be counted. */
  async find(tenant: Tenant, statuses: readonly UnitStatus[] | null): Promise<number | null> {
    const counts = await this.#sum(tenant);
    if (!counts) return null;
    const names = statuses ? new Set(statuses) : (['units_count'] as const);
    return [...names].reduce((sum, name) => sum + counts[name], 0);
  }

  /** Returns the number of units in each status; null when they have to be counted. */
  findByStatus(tenant: Tenant): Promise<WorkspaceUnits | null> {
    return this.#sum(tenant);
  }

  /**
   * Sets the counts to the count of the same transaction, unless it is a dry run. Resolves to the difference; null when
   * there was none.
   */
  async correct(
    tenant: Tenant,
    counted: WorkspaceUnits,
    session: ClientSession,
    isDryRun = false,
  ): Promise<Correction | null> {
    const stored = await this.#read(tenant, session);
    const names = ['units_count', ...unitStatuses] as const;
    const changes = names
      .map((name) => [name, counted[name] - stored[name]] as const)
      .filter(([, change]) => change !== 0);
    if (!isDryRun) await this.#add(tenant, 0, Object.fromEntries(changes), session);
    if (changes.length === 0) return null;
    const pick = (counts: WorkspaceUnits) => Object.fromEntries(changes.map(([name]) => [name, counts[name]]));
    return { expected: pick(counted), found: pick(stored) };
  }

  /** Lists the workspaces that have counts. */
  listWorkspaces(mode: Mode): Promise<string[]> {
    return this.#collection.listWorkspaces(mode);
  }

  async #sum(tenant: Tenant): Promise<WorkspaceUnits | null> {
    return tenant.mode === 'sandbox' ? null : this.#read(tenant);
  }

  async #read(tenant: Tenant, session?: ClientSession): Promise<WorkspaceUnits> {
    const filter = { _id: { $in: toShardIds(tenant.workspaceId) } };
    const shards = await this.#collection.in(tenant).find(filter, session ? { session } : {});
    const sum = (name: keyof WorkspaceUnits) => shards.reduce((total, { counts }) => total + (counts[name] ?? 0), 0);
    const [available = 0, reserved = 0, sold = 0, off_market = 0, rented = 0] = unitStatuses.map(sum);
    return { units_count: sum('units_count'), available, reserved, sold, off_market, rented };
  }

  async #add(tenant: Tenant, shard: number, change: Partial<WorkspaceUnits>, session: ClientSession): Promise<void> {
    const increments = Object.entries(change).map(([name, count]) => [`counts.${name}`, count]);
    if (increments.length === 0) return;
    const update = { $inc: { ...Object.fromEntries(increments), version: 1 } };
    await this.#collection.in(tenant).upsertAll(new Map([[toShardId(tenant.workspaceId, shard), update]]), session);
  }
}
