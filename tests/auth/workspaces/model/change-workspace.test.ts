import { createWorkspace } from '@plotline/auth/directory/model/workspace';
import { resume, setPlan, suspend, updateWorkspace } from '@plotline/auth/workspaces/model/change-workspace';
import { expect } from 'chai';
import { faultyFields } from '../../../support/refusal-of.js';

const now = new Date('2026-03-01T00:00:00Z');
const request = { name: 'Harbour Homes', plan: 'starter', currency: 'EUR' };

describe('updateWorkspace', () => {
  it('keeps a name that is not sent, and checks one that is', async () => {
    const workspace = { ...createWorkspace(request, 'ws_1', now), name: 'Harbour\u202EHomes' };
    expect(updateWorkspace(workspace, { currency: 'GBP' })).to.deep.equal({ ...workspace, currency: 'GBP' });
    expect(await faultyFields(() => updateWorkspace(workspace, { name: workspace.name }))).to.deep.equal(['name']);
  });
});

describe('the change of a workspace by operators', () => {
  const workspace = createWorkspace(request, 'ws_1', now);

  it('sets its plan, and whether it is suspended', () => {
    expect(setPlan(workspace, 'enterprise')).to.deep.equal({ ...workspace, plan: 'enterprise' });
    const suspended = suspend(workspace, now);
    expect(suspended).to.deep.equal({ ...workspace, suspended_at: now });
    expect(resume(suspended)).to.deep.equal(workspace);
  });

  it('is refused when it would change nothing', () => {
    expect(() => setPlan(workspace, 'starter')).to.throw('already has the plan starter');
    expect(() => suspend(suspend(workspace, now), now)).to.throw('already suspended');
    expect(() => resume(workspace)).to.throw('not suspended');
  });
});
