const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** Returns the fields of `after` that differ from `before`. */
export function pickChanges<T extends object>(before: T, after: T): Partial<T> {
  const changes: Partial<T> = { ...after };
  for (const name in after) {
    if (isSame(before[name], after[name])) delete changes[name];
  }
  return changes;
}
