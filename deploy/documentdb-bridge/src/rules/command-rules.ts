import { type Command, readDocuments } from '../command.js';
import { CommandFailure } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import { readElements, readNumber } from '../wire/document.js';
import { readStages } from './stages.js';
import { checkInTransaction } from './transaction-rules.js';

/**
 * Commands that MongoDB accepts with read concern "snapshot" outside of transactions, and getMore, which continues such
 * a read.
 */
export const readsOfSnapshots: ReadonlySet<string> = new Set(['find', 'aggregate', 'distinct', 'getMore']);

/** Number fields that MongoDB requires to be zero or more, while DocumentDB ignores the sign. */
const naturalNumbers = ['limit', 'skip', 'batchSize', 'maxTimeMS'] as const;

/**
 * Commands and the field with their operations. DocumentDB ignores the hints in these operations, so that an unknown
 * index would go unnoticed.
 */
const hintedOperations: Readonly<Record<string, string>> = { update: 'updates', delete: 'deletes' };

function checkNumbers({ body, elements }: Command): void {
  for (const name of naturalNumbers) {
    const value = readNumber(body, elements.get(name));
    if (value === undefined || value >= 0) continue;
    const message = `BSON field '${name}' value must be >= 0, actual value '${value}'`;
    throw new CommandFailure(errorCodes.negativeNumber, message);
  }
}

function checkHints(command: Command): void {
  const operations = hintedOperations[command.name];
  if (operations === undefined) return;
  const isHinted = readDocuments(command, operations).some((one) =>
    readElements(one).some(({ name }) => name === 'hint'),
  );
  if (isHinted) throw new CommandFailure(errorCodes.commandNotSupported, `a hint in ${operations} is not supported`);
}

function checkStages(command: Command): void {
  for (const { name, specification } of readStages(command)) {
    const isEmpty =
      typeof specification === 'object' && specification !== null && Object.keys(specification).length === 0;
    if (name !== '$project' || !isEmpty) continue;
    const message = 'Invalid $project :: caused by :: projection specification must have at least one field';
    throw new CommandFailure(errorCodes.emptyProjection, message);
  }
}

/** Throws for a command that DocumentDB would run although MongoDB refuses it. */
export function checkCommand(command: Command): void {
  if (command.transaction) checkInTransaction(command);
  if (command.snapshot && !readsOfSnapshots.has(command.name)) {
    const message = `read concern snapshot is not supported for ${command.name} outside of a transaction`;
    throw new CommandFailure(errorCodes.invalidOptions, message);
  }
  checkNumbers(command);
  checkHints(command);
  checkStages(command);
}
