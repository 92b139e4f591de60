import { type Command, readDocuments } from '../command.js';
import { CommandFailure } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import { readElements, readString } from '../wire/document.js';
import { readStages } from './stages.js';

/**
 * Commands that every MongoDB runs in a transaction. `distinct` is missing, because a sharded collection refuses it.
 * `create` and `createIndexes` need read concern "local", which Plotline's transactions don't use.
 */
const allowedCommands: ReadonlySet<string> = new Set([
  'abortTransaction',
  'aggregate',
  'bulkWrite',
  'commitTransaction',
  'delete',
  'find',
  'findAndModify',
  'findandmodify',
  'getMore',
  'insert',
  'killCursors',
  'update',
]);

const refusedStages: ReadonlySet<string> = new Set([
  '$changeStream',
  '$collStats',
  '$currentOp',
  '$indexStats',
  '$listLocalSessions',
  '$listSessions',
  '$merge',
  '$out',
  '$planCacheStats',
  '$unionWith',
]);

/** Databases whose collections a transaction can't read or write. */
const internalDatabases: ReadonlySet<string> = new Set(['admin', 'config', 'local']);

/** Commands that are always sent to `admin`, regardless of their target. */
const adminCommands: ReadonlySet<string> = new Set(['abortTransaction', 'bulkWrite', 'commitTransaction']);

function refuse(message: string): never {
  throw new CommandFailure(errorCodes.notSupportedInTransaction, message);
}

/** Returns `database.collection` of everything that the command reads or writes. */
function listNamespaces({ database, target, ...command }: Command): string[] {
  if (!adminCommands.has(command.name)) return [`${database}.${target ?? ''}`];
  const infos = readDocuments(command, 'nsInfo');
  const namespaces = infos.map((info) => [info, readElements(info).find(({ name }) => name === 'ns')] as const);
  return namespaces.map(([info, element]) => readString(info, element) ?? '');
}

function checkConcerns({ name, elements, transaction }: Command): void {
  const isEnd = name === 'commitTransaction' || name === 'abortTransaction';
  if (elements.has('writeConcern') && !isEnd) {
    throw new CommandFailure(errorCodes.invalidOptions, 'writeConcern is not allowed within a transaction');
  }
  if (elements.has('readConcern') && !transaction?.starts) {
    throw new CommandFailure(
      errorCodes.invalidOptions,
      'only the first command of a transaction may have a readConcern',
    );
  }
}

/** Throws MongoDB's error for a command that MongoDB doesn't run in a transaction. */
export function checkInTransaction(command: Command): void {
  const { name, transaction } = command;
  if (!allowedCommands.has(name)) refuse(`Cannot run '${name}' in a multi-document transaction.`);
  if (name === 'killCursors' && transaction?.starts) {
    refuse(`Cannot run 'killCursors' as the first operation in a multi-document transaction.`);
  }
  for (const namespace of listNamespaces(command)) {
    const [database = '', ...collection] = namespace.split('.');
    if (internalDatabases.has(database))
      refuse(`Cannot run command against the '${database}' database in a transaction.`);
    if (collection[0] === 'system') refuse(`Cannot use '${namespace}' in a transaction.`);
  }
  checkConcerns(command);
  for (const stage of readStages(command)) {
    if (refusedStages.has(stage.name))
      refuse(`Stage not supported inside of a multi-document transaction: ${stage.name}`);
  }
}
