/** Maximum of ids in one call for records by id. */
export const maxIdsPerCall = 1_000;

/** Asks a peer for many ids in as few concurrent calls as possible; makes no call without ids. */
export async function callInBatches<T>(
  ids: readonly string[],
  call: (batch: string[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const batches: string[][] = [];
  for (let start = 0; start < ids.length; start += maxIdsPerCall) batches.push(ids.slice(start, start + maxIdsPerCall));
  return (await Promise.all(batches.map(call))).flat();
}
