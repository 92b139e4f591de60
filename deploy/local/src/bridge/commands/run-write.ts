import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from '../command.js';
import { CommandFailure } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import { toFailure } from '../errors/to-failure.js';
import type { Execution } from '../execution.js';
import { passThrough } from '../pass-through.js';
import { type Row, readBytes, type Statement } from '../postgres/statement.js';
import { Places } from '../transactions/places.js';
import { readBoolean, readElements } from '../wire/raw-document.js';
import { readWriteResult, type WriteResult } from './write-result.js';

const ATTEMPTS = 12;
/** An upsert that lost a race finds the winner's record when it runs again; one that does not matches no such record. */
const UPSERT_ATTEMPTS = 3;
const LONGEST_PAUSE_MS = 40;
const LANE_WAIT_MS = 2_000;

/** Writes that were disturbed run again one at a time, so that they do not disturb each other once more. */
const disturbed = new Places(1);

/**
 * Runs a write. Outside of transactions mongod settles conflicts of writes by itself, so that is done here as well:
 * PostgreSQL runs a command as one transaction, which may deadlock with another; the one that loses is undone and runs
 * again. So does an upsert that lost the race for its unique key.
 */
export async function runWrite(
  statement: Statement,
  command: Command,
  operations: readonly Buffer[],
  execution: Execution,
): Promise<WriteResult> {
  const values = [command.database, passThrough(command)];
  if (execution.transaction !== undefined) return readResult(await execution.run(statement, values));
  const upserts = operations.length === 1 && operations.every(isUpsert);
  // A single operation that failed has changed nothing; of several, those before it have to be undone.
  const run = (isSettled: (row: Row) => boolean): Promise<Row | undefined> =>
    operations.length > 1 ? execution.runUnlessUndone(statement, values, isSettled) : execution.run(statement, values);
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    const repeats = repeatedCodes(upserts && attempt < UPSERT_ATTEMPTS);
    const leave = attempt === 1 ? undefined : await disturbed.take(LANE_WAIT_MS);
    const result = await settledResult(run, repeats).finally(() => leave?.());
    if (result !== undefined) return result;
    await delay(Math.random() * LONGEST_PAUSE_MS);
  }
  return readResult(await execution.run(statement, values));
}

/** What came of a write, undefined when it has to run again. */
async function settledResult(
  run: (isSettled: (row: Row) => boolean) => Promise<Row | undefined>,
  repeats: ReadonlySet<unknown>,
): Promise<WriteResult | undefined> {
  const isSettled = (row: Row): boolean => !readResult(row).writeErrors.some(({ code }) => repeats.has(code));
  try {
    const row = await run(isSettled);
    return row !== undefined && isSettled(row) ? readResult(row) : undefined;
  } catch (error) {
    if (!repeats.has(toFailure(error, false).error.code)) throw error;
    return undefined;
  }
}

/** Codes of failures after which a write is tried again. */
function repeatedCodes(mayLoseRace: boolean): ReadonlySet<unknown> {
  return new Set([errorCodes.writeConflict.code, ...(mayLoseRace ? [errorCodes.duplicateKey.code] : [])]);
}

function isUpsert(operation: Buffer): boolean {
  const element = readElements(operation).find(({ name }) => name === 'upsert');
  return readBoolean(operation, element) === true;
}

function readResult(row: Row): WriteResult {
  const document = readBytes(row[0]);
  if (document === undefined) throw new CommandFailure(errorCodes.internalError, 'the database gave no answer');
  return readWriteResult(document);
}
