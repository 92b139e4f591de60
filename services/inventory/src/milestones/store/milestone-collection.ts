import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Index } from '@plotline/kit/store/indexes';
import { type AccessPaths, matchRange } from '@plotline/kit/store/lists/access-path';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Filter } from '@plotline/kit/store/records/records';
import type { Milestone } from '../model/milestone.js';

const milestoneSchema = createRecordSchema({
  property_id: String,
  name: String,
  name_key: String,
  reached_on: String,
  created_at: Date,
});

/**
 * The first index makes the names of a property's milestones unique. The other indexes have the sort orders of the
 * list.
 */
export const milestoneIndexes: readonly Index[] = [
  { name: 'name_key', keys: { workspace_id: 1, property_id: 1, name_key: 1 }, unique: true },
  { name: 'property', keys: { workspace_id: 1, property_id: 1, created_at: -1, _id: -1 } },
  { name: 'reached_on', keys: { workspace_id: 1, property_id: 1, reached_on: -1, _id: -1 } },
];

export const milestonePaths: AccessPaths = {
  paths: [
    { index: 'property', fields: ['property_id'] },
    { index: 'reached_on', fields: ['property_id'], order: 'reached_on' },
  ],
};

/** Validated parameters of a list of milestones, keyed by name. */
export interface MilestoneQuery extends ListQuery {
  readonly created_after?: string;
  readonly created_before?: string;
}

/** Returns the filter for a list of a property's milestones. */
export function toMilestoneFilter(propertyId: string, { created_after, created_before }: MilestoneQuery): Filter {
  const created_at = matchRange(['created_after', created_after], ['created_before', created_before]);
  return { property_id: propertyId, ...(created_at && { created_at }) };
}

export function createMilestoneCollection(runtime: Pick<ServiceRuntime, 'collection'>): Collection<Milestone> {
  return runtime.collection<Milestone>({ name: 'milestones', schema: milestoneSchema, indexes: milestoneIndexes });
}
