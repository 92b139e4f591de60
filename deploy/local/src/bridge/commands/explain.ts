import { type Command, parseCommand } from '../command.js';
import { CommandFailure } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import type { Answer, Execution } from '../execution.js';
import { passThrough } from '../pass-through.js';
import type { Statement } from '../postgres/statement.js';
import { readDocument, readString } from '../wire/raw-document.js';
import { writeDocument } from '../wire/write-document.js';
import { describePlan } from './describe-plan.js';

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

/** Explains a reading command: PostgreSQL's plan, told in MongoDB's stages and index names. */
export async function explain(command: Command, execution: Execution): Promise<Answer> {
  const body = readDocument(command.body, command.elements.get('explain'));
  if (body === undefined) throw new CommandFailure(errorCodes.badValue, 'explain takes a command');
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
  const [plan] = await execution.run(statement, [database, passThrough(explained)]);
  const [names] = await execution.run(indexNames, [database, explained.target ?? '']);
  return { document: writeDocument({ ...describePlan(JSON.parse(plan ?? '[]'), JSON.parse(names ?? '{}')), ok: 1 }) };
}
