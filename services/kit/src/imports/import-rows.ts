import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Answer } from '../core/answer.js';
import type { Caller } from '../core/caller.js';
import { invalid, Problem, type ProblemDetail, unavailable } from '../core/errors.js';
import { type AnswerStore, answerOnce } from '../http/handler.js';
import type { RpcHandler } from '../rpc/server.js';
import type { Command } from '../store/idempotency/command.js';
import type { RowCheck } from './row-check.js';
import { type RowOutcome, readRowsAnswer } from './row-results.js';

/** Maximum rows per call. They are stored in one transaction. */
const maxRows = 500;
const maxIdLength = 64;

/** A row: its number in the file, and its record as JSON text, in the form of a request body. */
export interface ImportedRecord {
  readonly number: number;
  readonly record: string;
  /** Errors about values that can't be read, so the record lacks them. A row with such errors is only checked. */
  readonly faults: readonly ProblemDetail[];
}

/** A row as received. */
interface RequestedRow extends ImportedRecord {
  /** The record of a row with errors. */
  readonly partial_record: string;
}

/** The request as received. */
export interface RowsRequest {
  readonly import_id: string;
  readonly resource: string;
  readonly mode: string;
  readonly on_duplicate: string;
  readonly dry_run: boolean;
  /** Whether to return only the stored answer to an earlier call with the same rows, and to import nothing. */
  readonly only_kept: boolean;
  /** Dry run: number of records that the earlier rows of the file would create. */
  readonly created_before: number;
  readonly rows: readonly RequestedRow[];
}

/** Outcome of each row. */
interface RowsReply<Outcome> {
  readonly rows: {
    readonly number: number;
    readonly outcome: Outcome;
    readonly id: string;
    readonly faults: ProblemDetail[];
  }[];
}

/** Caller and options of an import. */
export interface RowsCommand extends Command {
  readonly importId: string;
  readonly mode: 'create' | 'upsert';
  /** How to handle duplicates; empty if the resource has no such choice. */
  readonly onDuplicate: string;
  /** Whether to store nothing. */
  readonly isDryRun: boolean;
  /** Dry run: number of records that earlier calls would have created. They count towards the quota. */
  readonly createdBefore: number;
}

/** A kind of record that can be imported. */
export interface Importable {
  /** Operations that the caller must be allowed to use, by the mode of the import. */
  readonly operations: Readonly<Record<RowsCommand['mode'], readonly Pick<RowCheck<object>, 'assertAllowed'>[]>>;
  /** Values of `on_duplicate`, the default first; empty when there is no such choice. */
  readonly onDuplicate: readonly string[];
  /**
   * Decides about the rows in order. Stores the records and the answer in one transaction, unless it is a dry run.
   * Resolves to the answer with one result per row (`toRowsAnswer`).
   */
  readonly importRows: (command: RowsCommand, rows: readonly ImportedRecord[]) => Promise<Answer>;
}

function parseMode(mode: string): RowsCommand['mode'] {
  if (mode === 'create' || mode === 'upsert') return mode;
  throw invalid({ field: 'mode', message: 'must be one of: create, upsert' });
}

function parseOnDuplicate(given: string, { onDuplicate: [first = '', ...others] }: Importable): string {
  if (given === '') return first;
  if (given === first || others.includes(given)) return given;
  throw invalid({ field: 'on_duplicate', message: 'is not available for this resource' });
}

function assertRows({ import_id, rows }: RowsRequest): void {
  if (import_id === '' || import_id.length > maxIdLength) {
    throw invalid({ field: 'import_id', message: `must have 1 to ${maxIdLength} characters` });
  }
  const isBounded = rows.length >= 1 && rows.length <= maxRows;
  if (!isBounded) throw invalid({ field: 'rows', message: `must have 1 to ${maxRows} items` });
  const isInOrder = rows.every(({ number }, place) => number > (rows[place - 1]?.number ?? 0));
  if (!isInOrder) throw invalid({ field: 'rows', message: 'must be in the order of their numbers, from 1' });
}

function toRecord({ number, record, faults, partial_record }: RequestedRow): ImportedRecord {
  return { number, record: faults.length > 0 ? partial_record : record, faults };
}

/** Identifies a call: calls with the same import and first row must have the same identity. */
function identify({ resource, mode, on_duplicate, rows }: RowsRequest): string {
  const records = rows.map(({ number, record, faults, partial_record }) =>
    faults.length > 0 ? [number, partial_record, faults] : [number, record],
  );
  return hash('sha256', JSON.stringify([resource, mode, on_duplicate, records]));
}

/** Stops a call that must not import anything, if no answer to it is stored. */
class NothingKept extends Error {}

/**
 * Finds the stored answer for the rows; null if they were not imported. Throws SERVICE_UNAVAILABLE while they are being
 * imported.
 */
async function findKept(
  keys: AnswerStore,
  call: { readonly caller: Caller; readonly log: Logger },
  request: RowsRequest,
): Promise<Answer | null> {
  try {
    return await runOnce(keys, () => Promise.reject(new NothingKept()), call, request);
  } catch (error) {
    if (error instanceof NothingKept) return null;
    throw error;
  }
}

async function runOnce(
  keys: AnswerStore,
  run: (command: Command) => Promise<Answer>,
  call: { readonly caller: Caller; readonly log: Logger },
  request: RowsRequest,
): Promise<Answer> {
  const key = `import ${request.import_id} ${request.rows[0]?.number}`;
  try {
    return (await answerOnce(keys, run, call, { key, identity: identify(request) })).answer;
  } catch (error) {
    const isRunningElsewhere = error instanceof Problem && error.reason === 'idempotency_key_in_use';
    throw isRunningElsewhere ? unavailable('The same rows are being imported. Try again.', error) : error;
  }
}

/**
 * Returns the answer to the request; null if it requests a stored answer and there is none. A dry run stores no answer.
 */
function findAnswer(
  keys: AnswerStore,
  run: (command: Command) => Promise<Answer>,
  call: { readonly caller: Caller; readonly log: Logger },
  request: RowsRequest,
): Promise<Answer | null> {
  const { only_kept, dry_run } = request;
  if (only_kept) return dry_run ? Promise.resolve(null) : findKept(keys, call, request);
  return dry_run ? run({ caller: call.caller }) : runOnce(keys, run, call, request);
}

function toRows<Outcome>(
  answer: Answer,
  request: RowsRequest,
  outcomes: Readonly<Record<`IMPORT_OUTCOME_${RowOutcome}`, Outcome>>,
): RowsReply<Outcome>['rows'] {
  const results = readRowsAnswer(answer);
  return request.rows.map(({ number }, place) => {
    const result = results[place];
    if (!result) throw new Error(`The answer has no result for row ${number}.`);
    const { outcome, id, faults } = result;
    return { number, outcome: outcomes[`IMPORT_OUTCOME_${outcome}`], id, faults: [...faults] };
  });
}

/**
 * Creates RecordsService.ImportRows for the resources of a service. Imports rows once: the answer is stored with the
 * records and kept for 24 hours. During this time, a repeated call with the same import and first row gets that answer.
 * A later call may store the rows again. Throws VALIDATION_ERROR for an invalid request, or for one that differs from
 * the answered request. Throws FORBIDDEN if the caller may not write such records, and SERVICE_UNAVAILABLE if the call
 * should be repeated.
 * @param importables importable kinds of records, by the resource that a request names.
 * @param outcomes names of the outcomes in the protocol.
 */
export function createImportRows<Outcome>(
  keys: AnswerStore,
  importables: Readonly<Record<string, Importable>>,
  outcomes: Readonly<Record<`IMPORT_OUTCOME_${RowOutcome}`, Outcome>>,
): RpcHandler<RowsRequest, RowsReply<Outcome>> {
  return async (request, call) => {
    const caller = call.caller();
    const importable = Object.hasOwn(importables, request.resource) ? importables[request.resource] : undefined;
    if (!importable) throw invalid({ field: 'resource', message: 'cannot be imported by this service' });
    assertRows(request);
    const how = {
      mode: parseMode(request.mode),
      onDuplicate: parseOnDuplicate(request.on_duplicate, importable),
      isDryRun: request.dry_run,
      createdBefore: request.created_before,
      importId: request.import_id,
    };
    for (const operation of importable.operations[how.mode]) operation.assertAllowed(caller);
    const run = (command: Command) => importable.importRows({ ...command, ...how }, request.rows.map(toRecord));
    const answer = await findAnswer(keys, run, { caller, log: call.log }, request);
    return { rows: answer ? toRows(answer, request, outcomes) : [] };
  };
}
