import type { Document } from 'bson';
import { type Command, parseCommand, removeEnvelope } from '../command.js';
import { CommandFailure } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import type { Answer, Execution, Statement } from '../execution.js';
import { readDocument, readString, writeDocument } from '../wire/document.js';

const functions: Readonly<Record<string, string>> = {
  find: 'bson_aggregation_find',
  aggregate: 'bson_aggregation_pipeline',
  count: 'bson_aggregation_count',
  distinct: 'bson_aggregation_distinct',
};

const indexNames: Statement = {
  name: 'index_names',
  text: `SELECT COALESCE(json_object_agg(index_id, (index_spec).index_name), '{}')::text
    FROM documentdb_api_catalog.collection_indexes JOIN documentdb_api_catalog.collections USING (collection_id)
    WHERE database_name = $1 AND collection_name = $2`,
};

/** Explains a reading command with PostgreSQL's plan, but with MongoDB's names for stages and indexes. */
export async function explain(command: Command, execution: Execution): Promise<Answer> {
  const body = readDocument(command.body, command.elements.get('explain'));
  if (body === undefined) throw new CommandFailure(errorCodes.badValue, 'explain must contain a command');
  const explained = parseCommand({ body, sequences: [] });
  const name = functions[explained.name];
  if (name === undefined) throw new CommandFailure(errorCodes.badValue, `cannot explain ${explained.name}`);
  const runs = readString(command.body, command.elements.get('verbosity')) !== 'queryPlanner';
  const statement = {
    name: `explain_${name}_${runs}`,
    text: `EXPLAIN (FORMAT JSON, ANALYZE ${runs}) SELECT document
      FROM documentdb_api_catalog.${name}($1, $2::bytea::documentdb_core.bson)`,
  };
  const { database } = command;
  const [plan] = await execution.run(statement, [database, removeEnvelope(explained)]);
  const [names] = await execution.run(indexNames, [database, explained.target ?? '']);
  return { document: writeDocument({ ...describePlan(JSON.parse(plan ?? '[]'), JSON.parse(names ?? '{}')), ok: 1 }) };
}

/** MongoDB's stage names for the nodes of PostgreSQL's plan. Nodes that aren't listed only pass their input on. */
const stages: Readonly<Record<string, string>> = {
  'Index Scan': 'IXSCAN',
  'Index Only Scan': 'IXSCAN',
  'Bitmap Index Scan': 'IXSCAN',
  'Seq Scan': 'COLLSCAN',
  Sort: 'SORT',
  'Incremental Sort': 'SORT',
  Limit: 'LIMIT',
  Aggregate: 'GROUP',
};

/** Returns the part of mongod's explain output that tools and tests read, and PostgreSQL's own plan. */
export function describePlan(explained: unknown, indexNames: unknown): Document {
  const root = Array.isArray(explained) && isObject(explained[0]) ? explained[0] : {};
  const plan = isObject(root['Plan']) ? root['Plan'] : {};
  return {
    queryPlanner: { winningPlan: describeNode(plan, isObject(indexNames) ? indexNames : {}) ?? { stage: 'EOF' } },
    executionStats: { nReturned: plan['Actual Rows'], executionTimeMillis: root['Execution Time'] },
    postgresPlan: root,
  };
}

function describeNode(node: Document, indexNames: Document): Document | undefined {
  const inputs = (Array.isArray(node['Plans']) ? node['Plans'] : [])
    .filter(isObject)
    .map((input) => describeNode(input, indexNames))
    .filter((input) => input !== undefined);
  const stage = stages[String(node['Node Type'])];
  if (stage === undefined) return inputs.length > 1 ? { stage: 'OR', inputStages: inputs } : inputs[0];
  const index = node['Index Name'];
  const indexName = typeof index === 'string' ? { indexName: toMongoIndexName(index, indexNames) } : {};
  if (inputs.length === 0) return { stage, ...indexName };
  return { stage, ...indexName, ...(inputs.length > 1 ? { inputStages: inputs } : { inputStage: inputs[0] }) };
}

/** PostgreSQL calls the index `documents_rum_index_12`, or `collection_pk_3` for the index on `_id`. */
function toMongoIndexName(name: string, indexNames: Document): string {
  if (name.startsWith('collection_pk_')) return '_id_';
  const id = /_(\d+)$/.exec(name)?.[1];
  const known: unknown = id === undefined ? undefined : indexNames[id];
  return typeof known === 'string' ? known : name;
}

function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
