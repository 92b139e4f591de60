import { conflict, toProblem } from '@plotline/kit/core/errors';
import { toStatus } from '@plotline/kit/rpc/client';
import { expect } from 'chai';
import mongoose from 'mongoose';

const { mongo } = mongoose;

const serverError = (code: number, errorLabels: string[] = []) =>
  new mongo.MongoServerError({ message: 'refused', code, errorLabels });
const systemError = (code: string) => Object.assign(new Error(`write ${code}`), { code });
/** Errors whose classes the driver does not export. */
const namedError = (name: string) => Object.assign(new Error('timed out'), { name });
const networkError = new mongo.MongoNetworkError('connection 3 to 127.0.0.1:27017 closed');

/** Error that the driver throws if it can't connect to a server, loses the connection, or is asked to retry. */
const transient: Readonly<Record<string, Error>> = {
  'a lost connection': networkError,
  'a connection that timed out': new mongo.MongoNetworkTimeoutError('timed out'),
  'no server to select': namedError('MongoServerSelectionError'),
  'no free connection': namedError('MongoWaitQueueTimeoutError'),
  'a cleared pool': namedError('MongoPoolClearedError'),
  'a session that has ended': new mongo.MongoExpiredSessionError(),
  'a server without retryable writes': new mongo.MongoUnexpectedServerResponseError('Selected server does not'),
  'a bulk write that lost its connection': new mongo.MongoBulkWriteError(networkError, Object.create({})),
  'a bulk write that the bridge could not pass on': new mongo.MongoBulkWriteError(
    serverError(9_001),
    Object.create({}),
  ),
  'an error that a lost connection caused': new Error('not stored', { cause: networkError }),
  'a transaction to repeat': serverError(999, ['TransientTransactionError']),
  'a commit of unknown outcome': serverError(999, ['UnknownTransactionCommitResult']),
  'a write to repeat': serverError(999, ['RetryableWriteError']),
  'an overloaded server': serverError(462, ['SystemOverloadedError']),
  ...Object.fromEntries(
    [6, 7, 43, 50, 64, 89, 91, 112, 134, 189, 251, 262, 290, 365, 9_001, 10_107, 11_600, 11_602, 13_435, 13_436].map(
      (code) => [`server error ${code}`, serverError(code)],
    ),
  ),
  ...Object.fromEntries(
    ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'ERR_STREAM_DESTROYED'].map(
      (code) => [`a raw ${code}`, systemError(code)],
    ),
  ),
};

const permanent: Readonly<Record<string, unknown>> = {
  'a bug': new TypeError('undefined is not a function'),
  'a server error': serverError(2),
  'a duplicate key': serverError(11_000),
  'a bulk write with a duplicate key': new mongo.MongoBulkWriteError(
    { message: 'E11000', code: 11_000, writeErrors: [] },
    Object.create({}),
  ),
  'a missing file': systemError('ENOENT'),
  'an error of another kind with a number of MongoDB': Object.assign(new Error('exit'), { code: 6 }),
  'a thrown text': 'no',
};

describe('a database error', () => {
  for (const [name, error] of Object.entries(transient)) {
    it(`becomes SERVICE_UNAVAILABLE with a time to retry, over HTTP and gRPC: ${name}`, () => {
      const problem = toProblem(error);
      expect(problem).to.include({ code: 'SERVICE_UNAVAILABLE', status: 503, cause: error });
      expect(problem.retryAfter).to.be.greaterThan(0);
      const { metadata } = toStatus(error);
      expect(metadata?.getMap()).to.deep.include({ 'plotline-code': 'SERVICE_UNAVAILABLE' });
      expect(Number(metadata?.get('plotline-retry-after')[0])).to.be.greaterThan(0);
    });
  }

  for (const [name, error] of Object.entries(permanent)) {
    it(`becomes INTERNAL_ERROR when a retry would not help: ${name}`, () => {
      expect(toProblem(error)).to.include({ code: 'INTERNAL_ERROR', cause: error });
    });
  }

  it('does not change a refusal that the error caused', () => {
    const refusal = conflict('It is taken.');
    refusal.cause = networkError;
    expect(toProblem(refusal)).to.equal(refusal);
  });

  it('is classified even when it is its own cause', () => {
    const error = new Error('around');
    error.cause = error;
    expect(toProblem(error)).to.include({ code: 'INTERNAL_ERROR' });
  });
});
