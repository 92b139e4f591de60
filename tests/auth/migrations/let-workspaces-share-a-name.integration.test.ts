import { createContext } from '@plotline/auth/context';
import { createWorkspace } from '@plotline/auth/domain/workspace';
import { up } from '@plotline/auth/migrations/0002-let-workspaces-share-a-name';
import { expect } from 'chai';
import { createCollections, useTestRuntime } from '../../support/test-runtime.js';
import { authSettings } from '../support/auth.js';

describe('migration to workspaces that share a name', () => {
  const runtime = useTestRuntime('auth');

  it('allows equal names, finds existing ones by their name, and can be repeated', async () => {
    const { workspaces } = createContext(runtime(), authSettings);
    const { live } = runtime().databases;
    const stored = live.collection<Record<string, unknown> & { _id: string }>('workspaces');
    await stored.createIndex({ name: 1 }, { name: 'name', unique: true });
    const create = (id: string) => createWorkspace({ name: 'Harbour', plan: 'starter', currency: '' }, id, new Date());
    const { id, ...fields } = create('ws_1');
    await stored.insertOne({ _id: id, workspace_id: id, ...fields });
    for (const _ of [1, 2]) await up({ mode: 'live', database: live });
    await createCollections(runtime());
    expect((await workspaces.getOrCreate({ ...create('ws_2'), creation_key: 'Harbour' })).id).to.equal('ws_1');
    expect((await workspaces.getOrCreate({ ...create('ws_3'), creation_key: 'another' })).id).to.equal('ws_3');
    expect((await workspaces.getOrCreate({ ...create('ws_4'), creation_key: 'another' })).id).to.equal('ws_3');
  });
});
