import { isDeepStrictEqual } from 'node:util';
import type { Tree } from '../../../../support/contract/tree.js';

/** A change of a record: what it was in the changed fields, and what it is in all of them. */
export interface Change<T> {
  readonly previous: Tree;
  readonly data: Tree;
  readonly source: T;
}

/** A field that is null is absent in what a release told that does not know it. */
function follows(state: Tree, { previous, data }: Change<unknown>, ignored: ReadonlySet<string>): boolean {
  return Object.keys(data).every((field) => {
    if (ignored.has(field)) return true;
    const before = field in previous ? previous[field] : data[field];
    return isDeepStrictEqual(state[field] ?? null, before ?? null);
  });
}

export interface Chain<T> {
  /** The record after the last change that could be applied. */
  readonly last: Tree;
  /** Changes that fit nowhere: one before them is missing, or they are there twice. */
  readonly loose: readonly Change<T>[];
}

/**
 * Applies changes one after another, each to the state that it names as the one before it. The order given decides where
 * two would fit.
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

/** The fields of `expected` that `actual` does not have so. */
export function listDifferences(expected: Tree, actual: Tree, ignored: ReadonlySet<string>): string[] {
  return Object.keys(expected).filter(
    (field) => !ignored.has(field) && !isDeepStrictEqual(expected[field], actual[field]),
  );
}
