import { isDeepStrictEqual } from 'node:util';
import type { Tree } from '../../../../support/contract/tree.js';

/** Change to a record: the previous values of the changed fields, and the new values of all fields. */
export interface Change<T> {
  readonly previous: Tree;
  readonly data: Tree;
  readonly source: T;
}

/** Events of an earlier release lack a field that it doesn't know. Such a field counts as null. */
function follows(state: Tree, { previous, data }: Change<unknown>, ignored: ReadonlySet<string>): boolean {
  return Object.keys(data).every((field) => {
    if (ignored.has(field)) return true;
    const before = field in previous ? previous[field] : data[field];
    return isDeepStrictEqual(state[field] ?? null, before ?? null);
  });
}

export interface Chain<T> {
  /** Record after the last applicable change. */
  readonly last: Tree;
  /** Changes that don't fit. They are duplicates, or an earlier change is missing. */
  readonly loose: readonly Change<T>[];
}

/**
 * Applies changes one after another, each to the state that has its previous values. If two changes fit, the given
 * order decides.
 */
export function followChanges<T>(first: Tree, changes: readonly Change<T>[], ignored: ReadonlySet<string>): Chain<T> {
  const loose = [...changes];
  let last = first;
  for (;;) {
    const place = loose.findIndex((change) => follows(last, change, ignored));
    const [next] = place < 0 ? [] : loose.splice(place, 1);
    if (!next) return { last, loose };
    last = next.data;
  }
}

/** Returns the fields of `expected` that differ in `actual`. */
export function listDifferences(expected: Tree, actual: Tree, ignored: ReadonlySet<string>): string[] {
  return Object.keys(expected).filter(
    (field) => !ignored.has(field) && !isDeepStrictEqual(expected[field], actual[field]),
  );
}
