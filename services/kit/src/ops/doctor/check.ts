import { type Caller, createSystemCaller, everyWorkspace, type Mode, type Tenant } from '../../core/caller.js';
import { newId } from '../../core/ids.js';
import type { ServiceRuntime } from '../../service/runtime.js';
import { getPath } from '../../store/lists/cursor.js';
import type { Filter } from '../../store/records/records.js';
import { fromStart, type MaintenanceJobs, type Rebuild, type Rebuilds, type Wrong } from '../rebuilds/rebuild.js';
import { runRebuilds } from '../rebuilds/run-rebuilds.js';
import { listWorkspaces } from '../sandbox/sandbox-resets.js';

/** Records to check: those of one workspace, or of all workspaces. */
export interface CheckScope {
  readonly mode: Mode;
  readonly workspaceId?: string | undefined;
}

/**
 * An inconsistency between records. Contains only ids, statuses and numbers, because it is printed and must not reveal
 * personal data.
 */
export interface Inconsistency {
  readonly workspace_id: string;
  /** Id of the record that is wrong, or that refers to a wrong one. */
  readonly id: string;
  /** Set where a record can be wrong in several ways. */
  readonly field?: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** Invariant of a service's records, alone or together with another service's records. */
export interface Check {
  /** Name, such as `deal_unit`. */
  readonly name: string;
  /**
   * Finds inconsistent records. Work in progress, such as a sale, may look inconsistent, but not in the second check.
   */
  find(scope: CheckScope): AsyncIterable<Inconsistency>;
  /** Instruction for a person if records can't be repaired: one sentence, in the imperative. */
  readonly nextStep: string;
  /** Corrects the findings as far as possible. Absent where a person has to decide. Can be repeated. */
  repair?(scope: CheckScope, found: readonly Inconsistency[]): Promise<void>;
}

/** Returns a key that identifies a finding in the second check, even if a number has changed. */
export function toKey({ workspace_id, id, field = '' }: Inconsistency): string {
  return JSON.stringify([workspace_id, id, field]);
}

type Databases = Pick<ServiceRuntime, 'databases'>;

/** Returns those of the given ids that exist in the caller's workspace and mode. */
export type FindExisting = (caller: Caller, ids: readonly string[]) => Promise<Iterable<string>>;

/** A field in which each record of a collection refers to another record, here or in another service. */
export interface Reference {
  /** Name of the check. */
  readonly name: string;
  readonly collection: string;
  /** Path of the field. A record that has no text there has no reference. */
  readonly field: string;
  /** Selects the records to check. Other records may refer to missing records. */
  readonly filter?: Filter;
  /** Pseudo workspace whose records are skipped, because they don't belong to a real workspace. */
  readonly except?: string;
  readonly findExisting: FindExisting;
  /** Next step of the check, for a person. */
  readonly nextStep: string;
}

interface StoredRecord {
  readonly _id: string;
  readonly workspace_id: string;
}

/** Maximum ids per request, and records in memory. */
const maxBatch = 500;

/** Creates the caller for one call of a check. */
export function createDoctorCaller(tenant: Tenant): Caller {
  return createSystemCaller(tenant, 'doctor', newId('req'));
}

/**
 * Finds ids in a collection of the same service. Searches the workspace and mode, or all modes if one database has all
 * records.
 */
export function findIn(
  { databases }: Databases,
  collection: string,
  owner?: { readonly mode: Tenant['mode']; readonly workspaceId?: string },
): FindExisting {
  return async ({ mode, workspaceId }, ids) => {
    const filter = { _id: { $in: [...ids] }, workspace_id: owner?.workspaceId ?? workspaceId };
    const records = databases[owner?.mode ?? mode].collection<StoredRecord>(collection);
    return (await records.find(filter, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  };
}

/** Lists the workspaces to check: the workspace of the scope, or all workspaces with records in the collection. */
export async function listChecked(
  { databases }: Databases,
  collection: string,
  { mode, workspaceId }: CheckScope,
): Promise<Tenant[]> {
  const ids = workspaceId === undefined ? await listWorkspaces(databases[mode], [collection]) : [workspaceId];
  return ids.filter((id) => id !== everyWorkspace).map((id) => ({ workspaceId: id, mode }));
}

/** Groups items into batches. */
export async function* inBatches<T>(records: AsyncIterable<T>, size = maxBatch): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* findDangling(
  runtime: Databases,
  { collection, field, filter, findExisting }: Reference,
  tenant: Tenant,
): AsyncGenerator<Inconsistency> {
  const { workspaceId: workspace_id, mode } = tenant;
  const records = runtime.databases[mode]
    .collection<StoredRecord>(collection)
    .find({ ...filter, [field]: { $type: 'string' }, workspace_id }, { projection: { [field]: 1 } });
  for await (const batch of inBatches<StoredRecord>(records)) {
    const named = batch.map((record) => [record._id, String(getPath(record, field))] as const);
    const ids = [...new Set(named.map(([, id]) => id))];
    const existing = new Set(await findExisting(createDoctorCaller(tenant), ids));
    for (const [id, found] of named) {
      if (!existing.has(found)) yield { workspace_id, id, field, expected: 'a record with that id', found };
    }
  }
}

/** Creates a check that each referenced record exists. */
export function createReferenceCheck(runtime: Databases, reference: Reference): Check {
  return {
    name: reference.name,
    nextStep: reference.nextStep,
    find: async function* (scope) {
      for (const tenant of await listChecked(runtime, reference.collection, scope)) {
        if (tenant.workspaceId !== reference.except) yield* findDangling(runtime, reference, tenant);
      }
    },
  };
}

/** Maximum findings that a rebuild reports while it runs. */
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
 * Creates a check for each rebuild of a service. The check has the rebuild's name, and finds what the rebuild would
 * correct. Its repair is the rebuild, which the running processes of the service carry out.
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
