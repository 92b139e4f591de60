import type { PipelineStage } from 'mongoose';
import type { FindOptions, RecordModel } from '../records/record-model.js';
import { readBatch } from './read-batch.js';

export type PageOptions = Pick<FindOptions, 'sort' | 'skip' | 'limit' | 'hint' | 'projection'>;

/** Large enough for all pages in one batch, because a second batch would need another call. */
const batchSize = 1_000;

/** Returns the stages that find a page. */
function toStages(
  filter: PipelineStage.Match['$match'],
  { sort, skip, limit, projection }: Omit<PageOptions, 'hint'>,
): (PipelineStage.Match | PipelineStage.Sort | PipelineStage.Skip | PipelineStage.Limit | PipelineStage.Project)[] {
  return [
    { $match: filter },
    ...(sort ? [{ $sort: { ...sort } }] : []),
    ...(skip ? [{ $skip: skip }] : []),
    ...(limit ? [{ $limit: limit }] : []),
    ...(projection ? [{ $project: { ...projection } }] : []),
  ];
}

/**
 * Returns one page of matches per filter. Reads all pages with one database call. Doesn't work in a transaction,
 * because transactions don't allow `$unionWith`.
 */
export async function findEach<T extends object>(
  model: RecordModel,
  filters: readonly PipelineStage.Match['$match'][],
  page: Omit<PageOptions, 'hint'>,
  options: Pick<FindOptions, 'hint' | 'maxTimeMS'>,
): Promise<T[]> {
  const [first, ...others] = filters;
  if (!first) return [];
  const coll = model.collection.name;
  const added = others.map((filter) => ({ $unionWith: { coll, pipeline: toStages(filter, page) } }));
  const pipeline = [...toStages(first, page), ...added];
  const batch = await readBatch<T>(model, { aggregate: coll, pipeline, cursor: { batchSize }, ...options });
  return batch ?? model.aggregate<T>(pipeline, { ...options, batchSize }).exec();
}

/** Runs the queries one after another, because transactions don't allow `$unionWith`. */
export async function findInTurn<Query, T>(
  queries: readonly Query[],
  find: (query: Query) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (const query of queries) found.push(...(await find(query)));
  return found;
}
