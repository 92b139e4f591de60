/** Groups items by agent. No group is empty. */
export function groupByAgent<T extends { readonly agentId: string }>(
  items: readonly T[],
): ReadonlyMap<string, readonly [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(item.agentId);
    if (group) group.push(item);
    else groups.set(item.agentId, [item]);
  }
  return groups;
}
