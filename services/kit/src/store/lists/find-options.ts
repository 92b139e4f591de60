import type { ClientSession } from 'mongoose';

/** Fields to omit, or the only fields to read. */
export type Projection = Readonly<Record<string, 0 | 1>>;

/** Returns the projection that reads these fields. */
export function toProjection(fields: readonly string[]): Projection {
  return Object.fromEntries(fields.map((field) => [field, 1]));
}

export interface FindOptions {
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly skip?: number;
  readonly limit?: number;
  /** Name of the index that serves the query. The database's planner might pick another. */
  readonly hint?: string;
  readonly projection?: Projection;
  readonly session?: ClientSession;
  /** Replaces the time until the caller's deadline. */
  readonly maxTimeMS?: number;
}

/** Options of a count. */
export type CountOptions = Pick<FindOptions, 'limit' | 'hint' | 'session' | 'maxTimeMS'>;
