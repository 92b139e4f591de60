/** The most ids that one question to a peer may carry. */
const most = 1_000;

/** Asks for many ids in as few questions as the peers' bound allows; for no ids it asks nothing. */
export async function inBatches<T>(
  ids: readonly string[],
  ask: (batch: string[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const batches: string[][] = [];
  for (let start = 0; start < ids.length; start += most) batches.push(ids.slice(start, start + most));
  return (await Promise.all(batches.map(ask))).flat();
}
