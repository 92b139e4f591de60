import { type ClientSession, type Connection, mongo } from 'mongoose';
import { omitUndefined } from './field-changes.js';
import type { Derive } from './record-model.js';

/** New documents of one collection. */
export interface Insertion {
  readonly collection: string;
  readonly documents: readonly object[];
}

/** So many documents are serialized at once, between which the process answers requests. */
const maxAtOnce = 200;

/** The server's error, with its code and labels, in place of the driver's around it, which has neither. */
function unwrap(error: unknown): unknown {
  if (!(error instanceof mongo.MongoClientBulkWriteError)) return error;
  const [refused] = error.writeErrors.values();
  return refused ? new mongo.MongoServerError({ ...refused }) : (error.cause ?? error);
}

/**
 * Stores new documents within a transaction, in their order, without mongoose's check of the fields: up to 200 with one call of the database,
 * whatever their collections (`bulkWrite`, MongoDB 8.0). Rejects with a duplicate key when an id or a unique index is taken.
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

/** The documents of records, as they are stored for one workspace or, with their owners, for several. */
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
