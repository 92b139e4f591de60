import { inspect } from 'node:util';
import mongoose, { type Connection } from 'mongoose';

/** Query as the service sent it to the database. */
export interface IssuedQuery {
  readonly collection: string;
  readonly method: string;
  readonly filter: object;
  readonly options: object;
  /** Stages of an aggregation. */
  readonly pipeline?: readonly unknown[];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Combines the leading $match stages. They select the documents that an aggregation reads. */
function matched(pipeline: readonly unknown[]): object {
  const conditions: unknown[] = [];
  for (const stage of pipeline) {
    if (!isObject(stage) || !('$match' in stage)) break;
    conditions.push(stage.$match);
  }
  return { $and: conditions };
}

/** Returns the filters of the updates that a bulk write sends together. */
function filtersOf(writes: unknown): object[] {
  const updates = Array.isArray(writes) ? writes.map((write) => Reflect.get(Object(write), 'updateOne')) : [];
  return updates.map((update) => Reflect.get(Object(update), 'filter')).filter(isObject);
}

/**
 * Reports pages that are read with a plain command, because mongoose doesn't report them. Stops when the returned
 * function is called.
 */
function watchCommands(report: (query: IssuedQuery) => void): () => void {
  const { prototype } = mongoose.mongo.Db;
  const { command: run } = prototype;
  prototype.command = function command(this: mongoose.mongo.Db, ...given: Parameters<typeof run>) {
    const { find: collection, filter, sort, hint, skip, limit } = given[0];
    const options = { ...(sort && { sort }), ...(hint && { hint }), ...(skip && { skip }), ...(limit && { limit }) };
    if (typeof collection === 'string') report({ collection, method: 'find', filter: filter ?? {}, options });
    return run.apply(this, given);
  };
  return () => {
    prototype.command = run;
  };
}

/** Runs `work`. Resolves to the queries that were sent to one of the collections. */
export async function issuedQueries(collections: readonly string[], work: () => Promise<unknown>) {
  const issued: IssuedQuery[] = [];
  const unwatch = watchCommands((query) => {
    if (collections.includes(query.collection)) issued.push(query);
  });
  mongoose.set('debug', (collection: string, method: string, question: unknown, options: unknown) => {
    if (!collections.includes(collection)) return;
    if (method === 'bulkWrite') {
      issued.push(...filtersOf(question).map((filter) => ({ collection, method, filter, options: {} })));
      return;
    }
    const filter = Array.isArray(question) ? matched(question) : question;
    issued.push({
      collection,
      method,
      filter: isObject(filter) ? filter : {},
      options: isObject(options) ? options : {},
      ...(Array.isArray(question) && { pipeline: question }),
    });
  });
  try {
    await work();
  } finally {
    unwatch();
    mongoose.set('debug', false);
  }
  return issued;
}

function stagesOf(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(stagesOf);
  if (!isObject(plan)) return [];
  const stage = 'stage' in plan && typeof plan.stage === 'string' ? [plan.stage] : [];
  const index = 'indexName' in plan && typeof plan.indexName === 'string' ? [`index ${plan.indexName}`] : [];
  const inner = ['inputStage', 'inputStages'].flatMap((key) => stagesOf(Reflect.get(plan, key)));
  return [...stage, ...index, ...inner];
}

/** Options that affect the plan. An index in a hint serves a query even if it reads many entries. */
function toPlanOptions(options: object): object {
  const { sort, hint, limit, skip } = Object.fromEntries(Object.entries(options));
  const bounds = { ...(limit && { limit }), ...(skip && { skip }) };
  return { ...(sort && { sort }), ...(hint ? { hint } : bounds) };
}

/**
 * Explains queries to one database as a find with the same filter, which reads the same data as a count or an
 * aggregation. Explains one query per plan, because DocumentDB opens a connection to itself for each index in a plan.
 */
export class Explainer {
  readonly #database: () => Connection;
  readonly #explained = new Map<string, Promise<readonly string[]>>();

  constructor(database: () => Connection) {
    this.#database = database;
  }

  /**
   * Returns the stages of the plan, such as IXSCAN, SORT or COLLSCAN, and `index <name>` for each index that it uses.
   */
  explain({ collection, filter, options }: Omit<IssuedQuery, 'method'>): Promise<readonly string[]> {
    const planned = toPlanOptions(options);
    const key = inspect([collection, filter, planned], { depth: null });
    const known = this.#explained.get(key) ?? this.#ask(collection, filter, planned);
    this.#explained.set(key, known);
    return known;
  }

  async #ask(collection: string, filter: object, options: object): Promise<readonly string[]> {
    const plan = await this.#database().collection(collection).find(filter, options).explain();
    return stagesOf(Reflect.get(plan, 'queryPlanner')?.winningPlan);
  }
}
