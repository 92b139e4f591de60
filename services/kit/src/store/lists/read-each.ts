/** Mongoose's cursor. */
interface DocumentCursor<T> {
  next(): Promise<T | null>;
  close(): Promise<void>;
}

/**
 * Documents per batch. The server drops a cursor that isn't read for ten minutes, and the work on this many documents
 * takes less time. By default, the server sends as many as fit into a message, and the work on them may take longer.
 */
const batchSize = 500;

/**
 * Yields the documents of a query. Mongoose's own iterator would leave the server's cursor open when its reader stops
 * before the end.
 */
export async function* readEach<T>(query: { cursor(options: object): DocumentCursor<T> }): AsyncGenerator<T> {
  const cursor = query.cursor({ batchSize });
  try {
    for (let found = await cursor.next(); found !== null; found = await cursor.next()) yield found;
  } finally {
    // The server drops a cursor that wasn't closed. A cursor that was never opened can't be closed.
    await cursor.close().catch(() => undefined);
  }
}
