import { createWorkspace, placeOf } from '@plotline/auth/directory/model/workspace';
import { resume, setPlan, suspend, updateWorkspace } from '@plotline/auth/workspaces/model/change-workspace';
import { expect } from 'chai';
import { faultyFields } from '../../../support/refusal-of.js';

const now = new Date('2026-03-01T00:00:00Z');
const request = { name: 'Harbour Homes', plan: 'starter', currency: 'EUR' };

describe('updateWorkspace', () => {
  it('keeps the name when the request has none, and validates a new name', async () => {
    const workspace = { ...createWorkspace(request, 'ws_1', now), name: 'Harbour\u202EHomes' };
    expect(updateWorkspace(workspace, { currency: 'GBP' })).to.deep.equal({ ...workspace, currency: 'GBP' });
    expect(await faultyFields(() => updateWorkspace(workspace, { name: workspace.name }))).to.deep.equal(['name']);
  });

  it('stores a country in capitals and a time zone in the IANA spelling, and can clear the country', () => {
    const workspace = createWorkspace(request, 'ws_1', now);
    const changed = updateWorkspace(workspace, { country: 'ae', time_zone: 'asia/dubai' });
    expect(changed).to.include({ country: 'AE', time_zone: 'Asia/Dubai' });
    expect(placeOf(changed)).to.deep.equal({ country: 'AE', timeZone: 'Asia/Dubai' });
    expect(updateWorkspace(changed, { country: null })).to.include({ country: null, time_zone: 'Asia/Dubai' });
    expect(updateWorkspace(changed, { country: 'AE' })).to.equal(changed);
  });

  it('changes nothing when it sets a missing country and a missing time zone to their defaults', () => {
    const workspace = createWorkspace(request, 'ws_1', now);
    expect(placeOf(workspace)).to.deep.equal({ country: '', timeZone: 'UTC' });
    expect(updateWorkspace(workspace, { country: null, time_zone: 'UTC' })).to.equal(workspace);
  });

  it('refuses unknown countries and time zones, and reports the field', async () => {
    const workspace = createWorkspace(request, 'ws_1', now);
    for (const country of ['', 'XX', 'ARE', 'UK']) {
      expect(await faultyFields(() => updateWorkspace(workspace, { country })), country).to.deep.equal(['country']);
    }
    for (const time_zone of ['', 'Dubai', '+04:00']) {
      expect(await faultyFields(() => updateWorkspace(workspace, { time_zone }))).to.deep.equal(['time_zone']);
    }
  });
});

describe('the change of a workspace by an operator', () => {
  const workspace = createWorkspace(request, 'ws_1', now);

  it('sets its plan, and whether it is suspended', () => {
    expect(setPlan(workspace, 'enterprise')).to.deep.equal({ ...workspace, plan: 'enterprise' });
    const suspended = suspend(workspace, 'payment', now);
    expect(suspended).to.deep.equal({ ...workspace, suspended_at: now, suspension_reason: 'payment' });
    expect(resume(suspended)).to.deep.equal({ ...workspace, suspension_reason: null });
  });

  it('is refused when it would change nothing', () => {
    expect(() => setPlan(workspace, 'starter')).to.throw('already has the plan starter');
    expect(() => suspend(suspend(workspace, 'abuse', now), 'other', now)).to.throw('already suspended');
    expect(() => resume(workspace)).to.throw('not suspended');
  });
});
