const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** Returns the fields of `after` that differ from `before`. */
export function pickChanges<T extends object>(before: T, after: T): Partial<T> {
  const changes: Partial<T> = { ...after };
  for (const name in after) {
    if (isSame(before[name], after[name])) delete changes[name];
  }
  return changes;
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value at a path such as `profile.phone`. */
export function getPart(values: object, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (isGroup(part) ? Reflect.get(part, name) : undefined), values);
}

/** Returns the values with a new value at a path such as `profile.phone`. */
export function setPart<T extends object>(values: T, path: string, value: unknown): T {
  const [name = '', ...rest] = path.split('.');
  const group: unknown = Reflect.get(values, name);
  const part = rest.length > 0 && isGroup(group) ? setPart(group, rest.join('.'), value) : value;
  return { ...values, [name]: part };
}

/** Applies the changes between `before` and `after` to the current values. Handles the fields of a group separately. */
export function keepChanges<T extends object>(before: T, after: T, present: T): T {
  const kept: T = { ...present };
  for (const name in after) {
    const [was, own, now] = [before[name], after[name], present[name]];
    if (isSame(was, own)) continue;
    kept[name] = isGroup(was) && isGroup(own) && isGroup(now) ? keepChanges(was, own, now) : own;
  }
  return kept;
}
