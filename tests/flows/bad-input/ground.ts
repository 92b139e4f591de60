import { expect } from 'chai';
import pLimit from 'p-limit';
import type { ApiAnswer, ApiClient } from '../../support/api-client.js';
import { allRecords } from '../../support/contract/all-records.js';
import { type ServedOperation, servedOperations } from '../../support/contract/served-contract.js';
import { startReceiver } from '../../support/receiver.js';
import { system } from '../../support/system.js';
import { newWholePortfolio, type WholePortfolio } from '../../support/whole-portfolio.js';
import { newWorkspace } from '../../support/workspace.js';

/** A workspace with one record of everything, and all that can be asked of it. */
export interface Ground {
  readonly api: ApiClient;
  readonly own: WholePortfolio;
  readonly operations: readonly ServedOperation[];
  close(): Promise<void>;
}

export async function newGround(): Promise<Ground> {
  const operations = await servedOperations(system().urls.api);
  const { api } = await newWorkspace();
  const receiver = await startReceiver();
  try {
    const own = await newWholePortfolio(api, receiver.url);
    return { api, own, operations, close: () => receiver.close() };
  } catch (error) {
    await receiver.close();
    throw error;
  }
}

/** Tries what must be refused, eight at a time; fails with every fault found, and when anything was left behind. */
export async function assertAllRefused<T>(
  { api, operations, own }: Ground,
  attempts: readonly T[],
  attempt: (one: T) => Promise<string | null>,
): Promise<void> {
  expect(attempts).not.eql([]);
  const limit = pLimit(8);
  const before = await allRecords(api, operations, own);
  const faults = await Promise.all(attempts.map((one) => limit(() => attempt(one))));
  expect(faults.filter((fault) => fault !== null).join('\n')).equal('');
  expect(await allRecords(api, operations, own)).eql(before);
}

function isNamed(answer: ApiAnswer, field: string): boolean {
  return answer.error.details?.some((row) => row.field === field || row.field === `${field}[0]`) === true;
}

/** What is wrong with a refusal that should be a 422 naming `field`; null when nothing is. */
export function unlessInvalid(name: string, answer: ApiAnswer, field: string): string | null {
  const isRight = answer.status === 422 && answer.error.code === 'VALIDATION_ERROR' && isNamed(answer, field);
  return isRight ? null : `${name}: ${answer.status} ${answer.text.slice(0, 300)}`;
}

/** What is wrong with a refusal that should have this status and code; null when nothing is. */
export function unless(name: string, answer: ApiAnswer, status: number, code: string): string | null {
  const isRight = answer.status === status && answer.error.code === code;
  return isRight ? null : `${name}: ${answer.status} ${answer.text.slice(0, 300)}`;
}
