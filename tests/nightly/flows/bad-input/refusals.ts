import { expect } from 'chai';
import pLimit from 'p-limit';
import type { ApiAnswer } from '../../../support/api-client.js';
import { allRecords } from '../../../support/contract/all-records.js';
import type { ContractFixture } from '../contract-fixture.js';

/** Makes all attempts, eight at a time. Fails with all errors that the attempts report, or if a record has changed. */
export async function expectAllRefused<T>(
  { api, operations, own }: ContractFixture,
  attempts: readonly T[],
  makeAttempt: (attempt: T) => Promise<string | null>,
): Promise<void> {
  expect(attempts).to.not.deep.equal([]);
  const limit = pLimit(8);
  const before = await allRecords(api, operations, own);
  const faults = await Promise.all(attempts.map((attempt) => limit(() => makeAttempt(attempt))));
  expect(faults.filter((fault) => fault !== null).join('\n')).to.equal('');
  expect(await allRecords(api, operations, own)).to.deep.equal(before);
}

/** Describes how a response differs from a refusal with this status and code. Null when it doesn't differ. */
export function findFault(name: string, answer: ApiAnswer, status: number, code: string): string | null {
  const isExpected = answer.status === status && answer.error.code === code;
  return isExpected ? null : `${name}: ${answer.status} ${answer.text.slice(0, 300)}`;
}

/** Returns whether an operation that answers row by row refuses its only row and reports the field. */
function isRowRefused({ status, text }: ApiAnswer, field: string): boolean {
  const inRow = field.replace(/^\w+\[0\]\./, '');
  return status === 207 && text.includes('"status":422') && text.includes(`"field":"${inRow}"`);
}

/** Describes how a response differs from a 422 for `field`. Null when it doesn't differ. */
export function findFieldFault(name: string, answer: ApiAnswer, field: string): string | null {
  if (isRowRefused(answer, field)) return null;
  const isNamed = () =>
    answer.error.details?.some((row) => row.field === field || row.field === `${field}[0]`) === true;
  const isExpected = answer.status === 422 && answer.error.code === 'VALIDATION_ERROR' && isNamed();
  return isExpected ? null : `${name}: ${answer.status} ${answer.text.slice(0, 300)}`;
}
