import { createContext } from '@plotline/auth/context';
import { up } from '@plotline/auth/migrations/0003-name-the-workspaces-of-account-entries';
import { expect } from 'chai';
import { createCollections, useTestRuntime } from '../../support/test-runtime.js';
import { authSettings } from '../support/auth.js';

describe('migration that names the workspaces of entries of accounts', () => {
  const runtime = useTestRuntime('auth');

  it('assigns entries that name one, and those of people with one employer; others stay hidden', async () => {
    createContext(runtime(), authSettings);
    await createCollections(runtime());
    const { live } = runtime().databases;
    const at = new Date('2026-01-01T00:00:00Z');
    const join = (person_id: string, workspace_id: string) => {
      const agent_id = `agent of ${person_id} in ${workspace_id}`;
      return { _id: agent_id, workspace_id, version: 1, person_id, agent_id, created_at: at };
    };
    await live
      .collection<{ _id: string }>('memberships')
      .insertMany([
        join('user_one', 'ws_a'),
        join('user_two', 'ws_a'),
        join('user_two', 'ws_b'),
        join('user_left', 'ws_a'),
      ]);
    const entry = (_id: string, subject: string, attributes?: object) => {
      return { _id, workspace_id: 'directory', subject, type: 'signed_in', at, ...(attributes && { attributes }) };
    };
    const journal = live.collection<{ _id: string; attributes?: { workspace_ids?: string[] } }>('journal');
    await journal.insertMany([
      entry('one', 'user_one', { session_id: 'session_1' }),
      entry('bare', 'user_one'),
      entry('two', 'user_two', { session_id: 'session_2' }),
      entry('accepted', 'user_two', { workspace_id: 'ws_b', agent_id: 'agent_b' }),
      entry('elsewhere', 'user_left', { workspace_id: 'ws_c' }),
      entry('left', 'user_left', { session_id: 'session_3' }),
    ]);
    for (const attempt of [1, 2]) {
      await up({ mode: 'live', database: live });
      const entries = await journal.find({}).sort({ _id: 1 }).toArray();
      expect(
        Object.fromEntries(entries.map(({ _id, attributes }) => [_id, attributes?.workspace_ids])),
        `run ${attempt}`,
      ).to.deep.equal({
        accepted: ['ws_b'],
        bare: ['ws_a'],
        elsewhere: ['ws_c'],
        left: undefined,
        one: ['ws_a'],
        two: undefined,
      });
    }
  });
});
