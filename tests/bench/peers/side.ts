import type { Tree } from '../../support/contract/tree.js';
import type { ComparedSide } from '../compare-sides.js';
import type { LoadedRequest } from '../load/closed-load.js';

/** One of the systems that are compared. */
export interface Side extends ComparedSide {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly getOne: (id: string) => LoadedRequest;
  /** So many of the newest leads, with the number of all. */
  readonly getPage: (size: number) => LoadedRequest;
  readonly create: (lead: Tree) => LoadedRequest;
  /** Stores leads; resolves to their ids. */
  load(leads: readonly Tree[]): Promise<readonly string[]>;
}
