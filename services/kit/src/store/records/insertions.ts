import { type ClientSession, type Connection, mongo } from 'mongoose';
import { omitUndefined } from './field-changes.js';
import type { Derive } from './record-model.js';

/** New documents of one collection. */
export interface Insertion {
  readonly collection: string;
  readonly documents: readonly object[];
}

/** Documents serialized at once; the process answers requests in between. */
const maxAtOnce = 200;

/** Returns the server's error, with its code and labels, instead of the driver's wrapper, which has neither. */
function unwrap(error: unknown): unknown {
  if (!(error instanceof mongo.MongoClientBulkWriteError)) return error;
  const [refused] = error.writeErrors.values();
  return refused ? new mongo.MongoServerError({ ...refused }) : (error.cause ?? error);
}

/**
 * Stores new documents in order within a transaction, without mongoose's check of the fields. One database call stores
 * up to 200, whatever their collections (`bulkWrite`, MongoDB 8.0). Rejects with a duplicate key when an id or a unique
 * index is taken.
 */
export async function insertTogether(
  connection: Connection,
  insertions: readonly Insertion[],
  options: { readonly session: ClientSession; readonly maxTimeMS: number },
): Promise<void> {
  const writes = insertions.flatMap(({ collection, documents }) => {
    const namespace = `${connection.name}.${collection}`;
    return documents.map((document) => ({ name: 'insertOne' as const, namespace, document }));
  });
  for (let start = 0; start < writes.length; start += maxAtOnce) {
    const some = writes.slice(start, start + maxAtOnce);
    await connection
      .getClient()
      .bulkWrite(some, options)
      .catch((error: unknown) => {
        throw unwrap(error);
      });
  }
}

/** Converts records to documents for one workspace or, with their owners, for several. */
export function toDocuments<T extends { readonly id: string }>(
  records: readonly T[],
  derive: Derive<T> | undefined,
  guard: { readonly workspace_id?: string },
): Record<string, unknown>[] {
  return records.map((record) => {
    const { id: _id, ...fields } = record;
    return { _id, ...fields, ...(derive && { derived: omitUndefined(derive(record)) }), ...guard };
  });
}
