/** A cursor of mongoose. */
interface DocumentCursor<T> {
  next(): Promise<T | null>;
  close(): Promise<void>;
}

/**
 * Documents that are read together. The server forgets a cursor that is not read for ten minutes: the work on so many takes less, and
 * the work on as many as fit into a message, which it sends otherwise, may take more.
 */
const batchSize = 500;

/**
 * What a query finds, one after the other. Not mongoose's own iterator, which leaves the cursor of the server open when its reader stops
 * before the end.
 */
export async function* readEach<T>(query: { cursor(options: object): DocumentCursor<T> }): AsyncGenerator<T> {
  const cursor = query.cursor({ batchSize });
  try {
    for (let found = await cursor.next(); found !== null; found = await cursor.next()) yield found;
  } finally {
    // A cursor that was not closed is forgotten by the server; one that was never opened cannot be closed.
    await cursor.close().catch(() => undefined);
  }
}
