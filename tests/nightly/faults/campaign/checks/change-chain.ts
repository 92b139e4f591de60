import { isDeepStrictEqual } from 'node:util';
import type { Tree } from '../../../../support/contract/tree.js';

/** Change of a record: the previous values of the changed fields, and the new values of all fields. */
export interface Change<T> {
  readonly previous: Tree;
  readonly data: Tree;
  readonly source: T;
}

/** A null field is absent in events of a release that does not know it. */
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
  /** Changes that don't fit, because an earlier change is missing or they are duplicates. */
  readonly loose: readonly Change<T>[];
}

/**
 * Applies changes one after another, each to the state with its previous values. The given order decides if two changes
 * fit.
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
