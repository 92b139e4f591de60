import mongoose from 'mongoose';

/** A query as the service put it to the database. */
export interface IssuedQuery {
  readonly collection: string;
  readonly method: string;
  readonly filter: object;
  readonly options: object;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** An aggregation reads what its leading $match stages let through. */
function matched(pipeline: readonly unknown[]): object {
  const conditions: unknown[] = [];
  for (const stage of pipeline) {
    if (!isObject(stage) || !('$match' in stage)) break;
    conditions.push(stage.$match);
  }
  return { $and: conditions };
}

/** Runs `work` and resolves to the queries that were put meanwhile to one of the collections. */
export async function issuedQueries(collections: readonly string[], work: () => Promise<unknown>) {
  const issued: IssuedQuery[] = [];
  mongoose.set('debug', (collection: string, method: string, question: unknown, options: unknown) => {
    if (!collections.includes(collection)) return;
    const filter = Array.isArray(question) ? matched(question) : question;
    issued.push({
      collection,
      method,
      filter: isObject(filter) ? filter : {},
      options: isObject(options) ? options : {},
    });
  });
  try {
    await work();
  } finally {
    mongoose.set('debug', false);
  }
  return issued;
}

/** The stages of an explained plan, such as IXSCAN, SORT or COLLSCAN, with the indexes that they use. */
export function stagesOf(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(stagesOf);
  if (!isObject(plan)) return [];
  const stage = 'stage' in plan && typeof plan.stage === 'string' ? [plan.stage] : [];
  const index = 'indexName' in plan && typeof plan.indexName === 'string' ? [`index ${plan.indexName}`] : [];
  const inner = ['inputStage', 'inputStages'].flatMap((key) => stagesOf(Reflect.get(plan, key)));
  return [...stage, ...index, ...inner];
}
