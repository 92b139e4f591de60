import type { ClientSession } from 'mongoose';

/** The fields that are left out, or those that are read. */
export type Projection = Readonly<Record<string, 0 | 1>>;

/** The projection that reads these fields. */
export function toProjection(fields: readonly string[]): Projection {
  return Object.fromEntries(fields.map((field) => [field, 1]));
}

export interface FindOptions {
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly skip?: number;
  readonly limit?: number;
  /** Name of the index that serves the query, where the planner might pick another. */
  readonly hint?: string;
  readonly projection?: Projection;
  readonly session?: ClientSession;
  /** In place of the time until the caller's deadline. */
  readonly maxTimeMS?: number;
}

/** How matches are counted. */
export type CountOptions = Pick<FindOptions, 'limit' | 'hint' | 'session' | 'maxTimeMS'>;
