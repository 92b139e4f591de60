import { expect } from 'chai';
import { createHistory, type Operation } from '../history/operation.js';
import { madeUpAttempt, madeUpLoss, madeUpOperation } from '../made-up/operations.js';
import type { InjectedFault } from '../plan/inject-faults.js';
import { checkAnswers } from './answers.js';
import { checkReplays } from './replays.js';

describe('the campaign check of responses', () => {
  function messages(operation: Operation, faults: readonly InjectedFault[] = []): string[] {
    return checkAnswers({ ...createHistory(), operations: [operation] }, faults).map(({ message }) => message);
  }

  const success = madeUpAttempt({ sentAt: 5_000 });

  it('accepts a success, even after 503, 429 with Retry-After, or a key in use', () => {
    const attempts = [
      madeUpAttempt({ status: 503, hasRetryAfter: true }),
      madeUpAttempt({ status: 429, hasRetryAfter: true }),
      madeUpAttempt({ status: 409, message: 'A request with this Idempotency-Key is still running.' }),
      success,
    ];
    expect(messages(madeUpOperation({ attempts }))).to.deep.equal([]);
  });

  for (const status of [500, 502, 504]) {
    it(`reports ${status}, regardless of the responses that follow`, () => {
      expect(messages(madeUpOperation({ attempts: [madeUpAttempt({ status }), success] }))).to.have.length(1);
    });
  }

  it('reports 503 without Retry-After', () => {
    const attempts = [madeUpAttempt({ status: 503, hasRetryAfter: false }), success];
    expect(messages(madeUpOperation({ attempts })).join()).to.include('Retry-After');
  });

  it('reports a refusal that the operation does not explain', () => {
    expect(messages(madeUpOperation({ attempts: [madeUpAttempt({ status: 422 })] }))).to.have.length(1);
  });

  it('reports a response that does not match the contract', () => {
    expect(messages(madeUpOperation({ attempts: [madeUpAttempt({ misfit: 'no field id' })] }))).to.have.length(1);
  });

  it('reports a lost or silent connection, unless its gateway had a fault at that time', () => {
    const operation = madeUpOperation({
      attempts: [madeUpAttempt({ sentAt: 1_000, endedAt: 13_000, status: null, failure: 'timeout' }), success],
    });
    const fault: InjectedFault = { target: 'gateway', kind: 'freeze', startedAt: 2_000, endedAt: 7_000 };
    expect(messages(operation)).to.have.length(1);
    expect(messages(operation, [{ ...fault, target: 'gateway-2' }])).to.have.length(1);
    expect(messages(operation, [{ ...fault, startedAt: 14_000, endedAt: 15_000 }])).to.have.length(1);
    expect(messages(operation, [fault])).to.deep.equal([]);
  });

  it('ignores the time in which the campaign itself could not run', () => {
    const silent = madeUpAttempt({ sentAt: 1_000, endedAt: 13_100, status: null, failure: 'timeout' });
    const found = (until: number) =>
      checkAnswers(
        { ...createHistory([{ from: 5_000, until }]), operations: [madeUpOperation({ attempts: [silent, success] })] },
        [],
      );
    expect(found(7_000)).to.deep.equal([]);
    expect(found(5_050)).to.have.length(1);
  });

  it('reports an operation without a response', () => {
    const fault: InjectedFault = { target: 'gateway', kind: 'kill', startedAt: 0, endedAt: 5_000 };
    expect(messages(madeUpLoss(), [fault]).join()).to.include('given up');
  });

  it('reports a deletion that was answered with 404 without an earlier deletion', () => {
    const parts = { method: 'DELETE', expected: [204, 404] };
    const refused = madeUpAttempt({ status: 404 });
    expect(messages(madeUpOperation({ ...parts, attempts: [refused] }))).to.have.length(1);
    const retried = [madeUpAttempt({ status: 503, hasRetryAfter: true }), refused];
    expect(messages(madeUpOperation({ ...parts, attempts: retried }))).to.deep.equal([]);
  });
});

describe('the campaign check of replays', () => {
  const operation = madeUpOperation({ answer: { status: 201, data: { id: 'lead_1' }, at: 1_010 } });
  const count = (again: Operation) => checkReplays({ ...createHistory(), replays: [{ operation, again }] }).length;

  it('accepts a replay with the same response', () => {
    expect(count(madeUpOperation({ answer: { status: 201, data: { id: 'lead_1' }, at: 9_000 } }))).to.equal(0);
  });

  it('reports a response with a different record or status, and a missing response', () => {
    expect(count(madeUpOperation({ answer: { status: 201, data: { id: 'lead_2' }, at: 9_000 } }))).to.equal(1);
    expect(count(madeUpOperation({ answer: { status: 409, data: undefined, at: 9_000 } }))).to.equal(1);
    expect(count(madeUpLoss())).to.equal(1);
  });
});
