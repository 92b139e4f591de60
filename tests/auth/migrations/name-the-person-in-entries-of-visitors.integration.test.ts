import { createContext } from '@plotline/auth/context';
import { up } from '@plotline/auth/migrations/0004-name-the-person-in-entries-of-visitors';
import { expect } from 'chai';
import { createCollections, useTestRuntime } from '../../support/test-runtime.js';
import { authSettings } from '../support/auth.js';

describe('migration that names the person in entries of visitors', () => {
  const runtime = useTestRuntime('auth');

  it('names the person of the account where the entry proves who it was, and leaves all others', async () => {
    createContext(runtime(), authSettings);
    await createCollections(runtime());
    const { live } = runtime().databases;
    const person = { workspace_id: 'directory', version: 1, email: 'ada@example.com', name: 'Ada Lopez' };
    await live.collection<{ _id: string }>('people').insertOne({ _id: 'user_1', ...person });
    const journal = live.collection<{ _id: string; actor: object }>('journal');
    const visitor = { type: 'system', id: 'visitor', name: 'visitor' };
    const owner = { type: 'user', id: 'user_2', name: 'Ben' };
    const entry = (_id: string, type: string, subject = 'user_1', actor: object = visitor) => {
      return { _id, workspace_id: 'directory', subject, type, at: new Date('2026-01-01T00:00:00Z'), actor };
    };
    await journal.insertMany([
      entry('deleted', 'signed_in', 'user_gone'),
      entry('other', 'signed_out'),
      entry('owner', 'password_reset', 'user_1', owner),
      entry('reset', 'password_reset'),
      entry('signed_in', 'signed_in'),
    ]);
    const ada = { type: 'user', id: 'user_1', name: 'Ada Lopez' };
    for (const attempt of [1, 2]) {
      await up({ mode: 'live', database: live });
      const entries = await journal.find({}).sort({ _id: 1 }).toArray();
      expect(Object.fromEntries(entries.map(({ _id, actor }) => [_id, actor])), `run ${attempt}`).to.deep.equal({
        deleted: visitor,
        other: visitor,
        owner,
        reset: ada,
        signed_in: ada,
      });
    }
  });
});
