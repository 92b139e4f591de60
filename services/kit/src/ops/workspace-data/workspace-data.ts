import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { createSystemCaller, type Mode, signCaller, type Tenant, verifyCall } from '../../core/caller.js';
import type { CallerKeys } from '../../core/caller-keys.js';
import { newId } from '../../core/ids.js';
import type { ServiceRuntime } from '../../service/runtime.js';
import { modes } from '../../store/connection/connect.js';
import { idempotencyCollection } from '../../store/idempotency/keys.js';
import { archivedBlocks } from '../../store/journal/archive/archived-block.js';
import { journalCollection } from '../../store/journal/entry.js';
import type { Journal } from '../../store/journal/journal.js';
import type { Filter } from '../../store/records/records.js';
import { removeMatches } from '../sandbox/sandbox-resets.js';

/** Validity of a permit. Long enough to repeat an interrupted erasure until all records are gone. */
const validMs = 7 * 86_400_000;

/** Separates the signatures for the programs. */
const separator = '~';

const targetOf = (service: string, workspaceId: string) => ({ service, method: 'ERASE', path: workspaceId });

/**
 * Signs a permit to erase the workspace, which the issuer has approved. The permit is valid for that workspace only,
 * for seven days.
 */
export function signErasurePermit(workspaceId: string, keys: CallerKeys): string {
  const caller = createSystemCaller({ workspaceId, mode: 'live' }, 'erasure', newId('req'), { budgetMs: validMs });
  return keys.programs.map((name) => signCaller(caller, targetOf(name, workspaceId), keys)).join(separator);
}

/** Returns whether auth issued the permit to this program for this workspace, and it hasn't expired. */
export function isErasurePermit(permit: string, workspaceId: string, keys: CallerKeys): boolean {
  return permit.split(separator).some((text) => {
    const call = verifyCall(text, targetOf(keys.program, workspaceId), keys);
    return call !== null && call.program === 'auth' && call.caller?.workspaceId === workspaceId;
  });
}

/** Command line of `erase-workspace.js` in every service but auth. */
export const erasureCommand = {
  usage: `Usage: erase-workspace.js <workspace id> --permit <permit>
  Erases all records of the workspace from both databases of the service. The erase-workspace.js of auth prints the permit.`,
  options: { permit: { type: 'string', default: '' } },
  positionals: { min: 1, max: 1 },
} as const;

/** Parsed command line. */
interface ErasureLine {
  readonly values: { readonly permit?: string };
  readonly positionals: readonly string[];
}

type EraseRuntime = Pick<ServiceRuntime, 'databases' | 'callerKeys'>;

/**
 * Removes the records of a workspace from every existing collection, in batches. Resolves to their number. A repeated
 * call removes the rest.
 */
export async function eraseRecords(
  { databases }: Pick<ServiceRuntime, 'databases'>,
  workspaceId: string,
): Promise<number> {
  let removed = 0;
  for (const mode of modes) {
    for (const { name } of await databases[mode].listCollections()) {
      await removeMatches(databases[mode], name, { workspace_id: workspaceId }, (count) => {
        removed += count;
      });
    }
  }
  return removed;
}

/**
 * Runs the command `erase-workspace.js` of every service but auth. `prepare` removes data outside the databases before
 * the records that point to it, and can be repeated. Resolves to the exit code: 0, or 2 without a permit for the
 * workspace.
 */
export async function runErasure(
  runtime: EraseRuntime,
  { values: { permit = '' }, positionals: [workspaceId = ''] }: ErasureLine,
  prepare: (workspaceId: string) => Promise<void> = async () => undefined,
): Promise<0 | 2> {
  if (!isErasurePermit(permit, workspaceId, runtime.callerKeys)) {
    process.stderr.write(`This permit does not allow erasing ${workspaceId}.\n${erasureCommand.usage}\n`);
    return 2;
  }
  await prepare(workspaceId);
  process.stdout.write(`erased records of ${workspaceId}: ${await eraseRecords(runtime, workspaceId)}\n`);
  return 0;
}

/**
 * Not exported: answers, because they are sealed, kept for a day, and the records contain the same data; and the places
 * of archived entries, because the entries themselves are exported.
 */
const leftOut: ReadonlySet<string> = new Set([idempotencyCollection.name, archivedBlocks.name]);

/**
 * Matches names of fields that aren't exported: hashes of secrets, sealed texts (useless elsewhere), and derived fields
 * for indexes.
 */
const secretNames = /(^|_)(hash|hashes|secret|secrets|sealed|password|token|codes|jwk)(_|$)|^derived$/;

/** Returns the value without secret fields at any depth. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const shown = Object.entries(value).filter(([name]) => !secretNames.test(name));
  return Object.fromEntries(shown.map(([name, member]) => [name, withoutSecrets(member)]));
}

interface StoredRecord {
  readonly _id: string;
}

/** A collection, or the exported part of it. */
export interface ExportedCollection {
  readonly mode: Mode;
  readonly collection: string;
  readonly filter: Filter;
}

/** Writes a line for an exported record. Waits for a slow reader, so that records don't pile up in memory. */
async function writeRecord(
  output: Writable,
  { mode, collection }: Pick<ExportedCollection, 'mode' | 'collection'>,
  { _id: id, ...fields }: StoredRecord,
): Promise<void> {
  const record = withoutSecrets({ id, ...fields });
  if (!output.write(`${JSON.stringify({ mode, collection, record })}\n`)) await once(output, 'drain');
}

/**
 * Writes the matching records as JSON objects, one per line: `{"mode", "collection", "record"}`. Resolves to their
 * number.
 */
export async function exportMatches(
  { databases }: Pick<ServiceRuntime, 'databases'>,
  { mode, collection, filter }: ExportedCollection,
  output: Writable,
): Promise<number> {
  let count = 0;
  const found = databases[mode].collection<StoredRecord>(collection).find(filter);
  for await (const record of found) {
    await writeRecord(output, { mode, collection }, record);
    count += 1;
  }
  return count;
}

/** Writes the archived entries of a workspace's journal. Resolves to their number. */
async function exportArchived({ archive }: Journal, tenant: Tenant, output: Writable): Promise<number> {
  let count = 0;
  for await (const block of archive.eachBlock(tenant)) {
    for (const entry of await archive.readBlock(tenant.mode, block)) {
      await writeRecord(output, { mode: tenant.mode, collection: journalCollection }, entry);
      count += 1;
    }
  }
  return count;
}

/** Writes all records of a workspace from both databases, and from the archive. Resolves to their number. */
export async function exportRecords(
  runtime: Pick<ServiceRuntime, 'databases' | 'journal'>,
  workspaceId: string,
  output: Writable,
): Promise<number> {
  let count = 0;
  for (const mode of modes) {
    const names = (await runtime.databases[mode].listCollections()).map(({ name }) => name);
    for (const collection of names.filter((name) => !leftOut.has(name)).sort()) {
      count += await exportMatches(runtime, { mode, collection, filter: { workspace_id: workspaceId } }, output);
    }
    count += await exportArchived(runtime.journal, { mode, workspaceId }, output);
  }
  return count;
}
