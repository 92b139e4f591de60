import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Mode } from '../../core/caller.js';
import type { ServiceRuntime } from '../../service/runtime.js';
import { modes } from '../../store/connection/connect.js';
import { idempotencyCollection } from '../../store/idempotency/keys.js';
import type { Filter } from '../../store/records/records.js';

/** Answers are kept for a day, sealed; the records contain the same data. */
const leftOut: ReadonlySet<string> = new Set([idempotencyCollection.name]);

/**
 * Names of fields with hashes of secrets and sealed texts, which are useless elsewhere, and of derived fields for
 * indexes.
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

/** Writes the matches as JSON objects, one a line: `{"mode", "collection", "record"}`. Resolves to their number. */
export async function exportMatches(
  { databases }: Pick<ServiceRuntime, 'databases'>,
  { mode, collection, filter }: ExportedCollection,
  output: Writable,
): Promise<number> {
  let count = 0;
  const found = databases[mode].collection<StoredRecord>(collection).find(filter);
  for await (const { _id: id, ...fields } of found) {
    const record = withoutSecrets({ id, ...fields });
    // For a slow reader, records wait in the database instead of in memory.
    if (!output.write(`${JSON.stringify({ mode, collection, record })}\n`)) await once(output, 'drain');
    count += 1;
  }
  return count;
}

/** Writes all records of a workspace from both databases. Resolves to their number. */
export async function exportRecords(
  runtime: Pick<ServiceRuntime, 'databases'>,
  workspaceId: string,
  output: Writable,
): Promise<number> {
  let count = 0;
  for (const mode of modes) {
    const names = (await runtime.databases[mode].listCollections()).map(({ name }) => name);
    for (const collection of names.filter((name) => !leftOut.has(name)).sort()) {
      count += await exportMatches(runtime, { mode, collection, filter: { workspace_id: workspaceId } }, output);
    }
  }
  return count;
}
