import type { Command } from '../command.js';
import { CommandFailure } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import type { Answer, Execution } from '../execution.js';
import { documentsOf } from '../pass-through.js';
import type { Database } from '../postgres/database.js';
import type { Statement } from '../postgres/statement.js';
import { writeDocument } from '../wire/write-document.js';
import { explainDuplicates, explainFailedDuplicate } from './explain-duplicates.js';
import { runWrite } from './run-write.js';

const write = (name: string): Statement => ({
  name,
  text: `SELECT p_result::bytea FROM documentdb_api.${name}($1, $2::bytea::documentdb_core.bson)`,
});

/** A writing command: its statement, and the array of its operations where it has several. */
const writes: Readonly<Record<string, { readonly statement: Statement; readonly operations?: string }>> = {
  insert: { statement: write('insert'), operations: 'documents' },
  update: { statement: write('update'), operations: 'updates' },
  delete: { statement: write('delete'), operations: 'deletes' },
  findAndModify: { statement: write('find_and_modify') },
  findandmodify: { statement: write('find_and_modify') },
};

/** Answers insert, update, delete and findAndModify; undefined for another command. */
export function answerWrite(command: Command, execution: Execution, database: Database): Promise<Answer> | undefined {
  const found = writes[command.name];
  if (found === undefined) return undefined;
  // Of a command without a list of operations, the command is the operation.
  const operations = found.operations === undefined ? [command.body] : documentsOf(command, found.operations);
  return answer(found.statement, command, operations, execution, database).catch(async (error: unknown) => {
    throw await explainFailedDuplicate(error, command, database);
  });
}

async function answer(
  statement: Statement,
  command: Command,
  operations: readonly Buffer[],
  execution: Execution,
  database: Database,
): Promise<Answer> {
  const result = await runWrite(statement, command, operations, execution);
  const conflict = result.writeErrors.find(({ code }) => code === errorCodes.writeConflict.code);
  if (execution.transaction !== undefined && conflict !== undefined) {
    // mongod reports it for the command as a whole, which is what makes drivers repeat the transaction.
    throw new CommandFailure(errorCodes.writeConflict, String(conflict['errmsg']));
  }
  if (result.writeErrors.length === 0) return { document: result.document };
  const writeErrors = await explainDuplicates(result.writeErrors, command, operations, database);
  return { document: writeDocument({ ...result.fields, writeErrors }), failed: true };
}
