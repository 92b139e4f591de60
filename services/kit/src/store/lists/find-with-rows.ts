import type { PipelineStage } from 'mongoose';
import type { RecordModel } from '../records/record-model.js';
import type { FindOptions } from './find-options.js';
import { readBatch } from './read-batch.js';

/** Stages that add rows of other collections to the documents of an aggregation. */
export interface AddedRows<Row extends object> {
  readonly stages: readonly PipelineStage[];
  /** Tells a row from a document. */
  readonly isRow: (one: object) => one is Row;
}

export type PageOptions = Pick<FindOptions, 'sort' | 'skip' | 'limit' | 'hint' | 'projection'>;

/** A page and the rows beside it come in one batch: a further one would be another call. */
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

/** Without a session: a transaction cannot have `$unionWith`. */
type AggregateOptions = Pick<FindOptions, 'hint' | 'maxTimeMS'>;

async function aggregate<T>(model: RecordModel, pipeline: PipelineStage[], options: AggregateOptions): Promise<T[]> {
  const command = { aggregate: model.collection.name, pipeline, cursor: { batchSize }, ...options };
  const batch = await readBatch<T>(model, command);
  return batch ?? model.aggregate<T>(pipeline, { ...options, batchSize }).exec();
}

/** A page of the matches of each filter, all of them with one call of the database, outside of a transaction. */
export async function findEach<T extends object>(
  model: RecordModel,
  filters: readonly PipelineStage.Match['$match'][],
  page: Omit<PageOptions, 'hint'>,
  options: AggregateOptions,
): Promise<T[]> {
  const [first, ...others] = filters;
  if (!first) return [];
  const coll = model.collection.name;
  const added = others.map((filter) => ({ $unionWith: { coll, pipeline: toStages(filter, page) } }));
  return aggregate<T>(model, [...toStages(first, page), ...added], options);
}

/** Runs the queries one after the other, as a transaction needs: it takes no `$unionWith`. */
export async function findInTurn<Query, T>(
  queries: readonly Query[],
  find: (query: Query) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (const query of queries) found.push(...(await find(query)));
  return found;
}

/** The matches in their order, and the rows, with one call of the database, outside of a transaction. */
export async function findWithRows<T extends object, Row extends object>(
  model: RecordModel,
  filter: PipelineStage.Match['$match'],
  page: Omit<PageOptions, 'hint'>,
  { stages, isRow }: AddedRows<Row>,
  options: AggregateOptions,
): Promise<{ readonly documents: T[]; readonly rows: Row[] }> {
  const found = await aggregate<T | Row>(model, [...toStages(filter, page), ...stages], options);
  const documents: T[] = [];
  const rows: Row[] = [];
  for (const one of found) {
    if (isRow(one)) rows.push(one);
    else documents.push(one);
  }
  return { documents, rows };
}
