import type { Tree } from '../../support/contract/tree.js';
import type { ComparedSide } from '../compare-sides.js';
import type { LoadedRequest } from '../load/closed-load.js';

/** One of the compared systems. */
export interface Side extends ComparedSide {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly getOne: (id: string) => LoadedRequest;
  /** Reads a page of the newest leads, with the total number of leads. */
  readonly getPage: (size: number) => LoadedRequest;
  readonly create: (lead: Tree) => LoadedRequest;
  /** Stores leads and resolves to their ids. */
  load(leads: readonly Tree[]): Promise<readonly string[]>;
}
