import { createContext } from '@plotline/auth/context';
import { up } from '@plotline/auth/migrations/0001-one-account-for-each-person';
import { expect } from 'chai';
import { createCollections, useTestRuntime } from '../../support/test-runtime.js';
import { authSettings } from '../support/auth.js';

describe('migration to one account for each person', () => {
  const runtime = useTestRuntime('auth');

  const user = (id: string, workspace_id: string, email: string, day: number) => ({
    _id: id,
    workspace_id,
    version: 1,
    email,
    name: `Name of ${id}`,
    role: 'agent',
    agent_id: `agent of ${id}`,
    password_hash: `scrypt$hash of ${id}`,
    created_at: new Date(Date.UTC(2026, 0, day)),
  });

  it('merges the logins with one address into one person, with a membership of each, and can be repeated', async () => {
    const { people, memberships } = createContext(runtime(), authSettings);
    await createCollections(runtime());
    const { live, sandbox } = runtime().databases;
    await live
      .collection<{ _id: string }>('users')
      .insertMany([
        user('user_b', 'ws_2', 'ada@example.com', 2),
        user('user_a', 'ws_1', 'ada@example.com', 1),
        user('user_c', 'ws_1', 'bo@example.com', 3),
        { ...user('user_d', 'ws_2', 'cleo@example.com', 4), agent_id: '' },
      ]);
    for (const attempt of [1, 2]) {
      await up({ mode: 'live', database: live });
      await up({ mode: 'sandbox', database: sandbox });
      const ada = await people.findByEmail('ada@example.com');
      expect(ada, `run ${attempt}`).to.include({
        id: 'user_a',
        name: 'Name of user_a',
        password_hash: 'scrypt$hash of user_a',
      });
      expect((await memberships.listByPerson('user_a')).map((one) => [one.workspace_id, one.agent_id])).to.deep.equal([
        ['ws_1', 'agent of user_a'],
        ['ws_2', 'agent of user_b'],
      ]);
      expect(await memberships.listByPerson('user_c')).to.have.length(1);
      expect(await memberships.listByPerson('user_d')).to.deep.equal([]);
      expect(await live.collection('people').countDocuments()).to.equal(3);
      expect(await live.collection('memberships').countDocuments()).to.equal(3);
      expect(await sandbox.collection('people').countDocuments()).to.equal(0);
    }
  });
});
