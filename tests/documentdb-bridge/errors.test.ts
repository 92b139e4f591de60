import { readWriteResult } from '@plotline/documentdb-bridge/commands/writes';
import {
  CommandFailure,
  isConnectionLost,
  toErrorReply,
  toFailure,
} from '@plotline/documentdb-bridge/errors/command-failure';
import { errorCodes, unpackSqlState } from '@plotline/documentdb-bridge/errors/error-codes';
import { writeDocument } from '@plotline/documentdb-bridge/wire/document';
import { BSON } from 'bson';
import { expect } from 'chai';

describe('errors from the database', () => {
  const databaseError = (code: string): Error =>
    Object.assign(new Error('what went wrong'), { severity: 'ERROR', code });

  const reply = (error: unknown, inTransaction: boolean) =>
    BSON.deserialize(toErrorReply(toFailure(error, inTransaction)));

  it("have mongod's codes", () => {
    const expected = {
      '40001': 112,
      '40P01': 112,
      '23505': 11_000,
      '57014': 50,
      M001C: 11_000,
      M0001: 2,
      M000E: 43,
      XX000: 8,
    };
    for (const [state, code] of Object.entries(expected)) {
      expect(reply(databaseError(state), false), state).to.include({ ok: 0, code, errmsg: 'what went wrong' });
    }
  });

  it('let a driver repeat a transaction only when that can help', () => {
    expect(reply(databaseError('40001'), true)['errorLabels']).to.deep.equal(['TransientTransactionError']);
    expect(reply(databaseError('25P02'), true)['errorLabels']).to.deep.equal(['TransientTransactionError']);
    expect(reply(new Error('Connection terminated unexpectedly'), true)['errorLabels']).to.have.length(1);
    expect(reply(databaseError('40001'), false)).to.not.have.property('errorLabels');
    expect(reply(databaseError('M001C'), true)).to.not.have.property('errorLabels');
    const unknown = new CommandFailure(errorCodes.socketException, 'x', { labels: ['UnknownTransactionCommitResult'] });
    expect(reply(unknown, true)['errorLabels']).to.deep.equal(['UnknownTransactionCommitResult']);
  });

  it('report a lost connection without its details', () => {
    const lost = [
      databaseError('57P01'),
      databaseError('08006'),
      Object.assign(new Error('connect ENOENT /x/.s.PGSQL.5432'), { code: 'ENOENT' }),
      new Error('Connection terminated unexpectedly'),
    ];
    for (const error of lost) {
      expect(isConnectionLost(error)).to.equal(true);
      expect(reply(error, false)).to.include({ code: 9_001, errmsg: 'the connection to the database was lost' });
    }
    expect(isConnectionLost(databaseError('M001C'))).to.equal(false);
    expect(reply(new TypeError('a mistake of ours'), false)).to.include({ code: 1, errmsg: 'the bridge failed' });
  });

  it('are decoded from the number in write errors', () => {
    expect(unpackSqlState(319_029_277)).to.equal('M001C');
    expect(unpackSqlState(16_777_220)).to.equal('40001');
    expect(unpackSqlState(16_908_292)).to.equal('40P01');
    expect([11_000, -1, 2 ** 30, 1.5, Number.NaN].map(unpackSqlState)).to.deep.equal(Array(5).fill(undefined));
  });

  it('are translated in the response to a write, which stays unchanged when nothing failed', () => {
    const fine = writeDocument({ n: 1, ok: 1 });
    expect(readWriteResult(fine)).to.deep.equal({ document: fine, fields: {}, writeErrors: [] });
    const failed = writeDocument({
      n: 1,
      ok: 1,
      writeErrors: [
        { index: 1, code: 319_029_277, errmsg: 'dup' },
        { index: 2, code: 16_777_220, errmsg: 'conflict' },
        { index: 3, code: 9, errmsg: 'own code' },
      ],
    });
    expect(readWriteResult(failed).writeErrors.map(({ code }) => code)).to.deep.equal([11_000, 112, 9]);
  });
});
