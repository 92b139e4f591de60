import type { PipelineStage } from 'mongoose';
import type { FindOptions } from './find-options.js';
import type { RecordModel } from './record-model.js';

/** Stages that add rows of other collections to the documents of an aggregation. */
export interface AddedRows<Row extends object> {
  readonly stages: readonly PipelineStage[];
  /** Tells a row from a document. */
  readonly isRow: (one: object) => one is Row;
}

export type PageOptions = Pick<FindOptions, 'sort' | 'skip' | 'limit' | 'hint' | 'projection'>;

/** A page and the rows beside it come in one batch: a further one would be another call. */
const batchSize = 1_000;

/** The matches in their order, and the rows, with one call of the database. */
export async function findWithRows<T extends object, Row extends object>(
  model: RecordModel,
  filter: PipelineStage.Match['$match'],
  { sort, skip, limit, projection }: Omit<PageOptions, 'hint'>,
  { stages, isRow }: AddedRows<Row>,
  options: object,
): Promise<{ readonly documents: T[]; readonly rows: Row[] }> {
  const page: PipelineStage[] = [{ $match: filter }];
  if (sort) page.push({ $sort: { ...sort } });
  if (skip) page.push({ $skip: skip });
  if (limit) page.push({ $limit: limit });
  if (projection) page.push({ $project: { ...projection } });
  const found = await model.aggregate<T | Row>([...page, ...stages], { ...options, batchSize }).exec();
  const documents: T[] = [];
  const rows: Row[] = [];
  for (const one of found) {
    if (isRow(one)) rows.push(one);
    else documents.push(one);
  }
  return { documents, rows };
}
