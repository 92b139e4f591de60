import { describeChange, describeValue, toFieldLabel } from '@plotline/dashboard/features/leads/describe-lead';
import { getHeadline } from '@plotline/dashboard/features/leads/lead-entry-headline';
import { expect } from 'chai';

const names = new Map([
  ['agent_1', 'Amira Haddad'],
  ['unit_1', 'Unit 12'],
]);

const entry = {
  id: 'act_1',
  description: 'Two leads became one.',
  user: null,
  actor: { type: 'user', name: 'Amira Haddad' },
  timestamp: '2026-03-01T09:30:00.000Z',
} as const;

describe('the description of a change of a lead', () => {
  it('shows names of agents and listings instead of ids, and marks deleted ones', () => {
    expect(describeChange('assigned_agent', { from: null, to: 'agent_1' }, names)).to.equal('– → Amira Haddad');
    expect(describeValue('assigned_agent', 'agent_2', names)).to.equal('an unknown agent');
    expect(describeValue('interested_properties', ['unit_1', 'prop_9'], names)).to.equal('Unit 12, a deleted listing');
  });

  it('lists added and removed items', () => {
    const change = { from: ['vip', 'family'], to: ['vip', 'cash'] };
    expect(describeChange('tags', change, names)).to.equal('added cash; removed family');
    expect(describeChange('tags', { from: ['a', 'b'], to: ['b', 'a'] }, names)).to.equal('reordered');
  });

  it('shows a budget with one limit or two, and a time frame in months', () => {
    expect(describeValue('budget', { min: 1, max: null, currency: null }, names)).to.equal('from 1');
    expect(describeValue('budget', { min: null, max: 20, currency: null }, names)).to.equal('up to 20');
    expect(describeValue('budget', { min: 1, max: 20, currency: null }, names)).to.equal('1 to 20');
    expect(describeValue('timeline', '1_months', names)).to.equal('1 month');
    expect(describeValue('timeline', '6_months', names)).to.equal('6 months');
  });

  it('labels every field, including unknown ones', () => {
    expect(toFieldLabel('timeline')).to.equal('Buys within');
    expect(toFieldLabel('loss_reason')).to.equal('Loss reason');
  });

  it('gives each timeline entry the title of its event', () => {
    const stage = { stage: { from: 'new', to: 'walk_in' } };
    expect(getHeadline({ ...entry, type: 'stage_change', changes: stage }, names)).to.equal(
      'Moved from New to Walk in',
    );
    const agent = { assigned_agent: { from: 'agent_1', to: null } };
    expect(getHeadline({ ...entry, type: 'assigned', changes: agent }, names)).to.equal('Unassigned');
    expect(getHeadline({ ...entry, type: 'note', note_type: 'call' }, names)).to.equal('Call');
    expect(getHeadline({ ...entry, type: 'merged' }, names)).to.equal('Two leads became one.');
    const description = 'Unit Unit 701 is held until 2026-12-04T05:45:35.486Z.';
    const held = getHeadline({ ...entry, type: 'unit_held', description }, names);
    expect(held).to.match(/^Unit 701 is held until .*2026/);
    expect(held).not.to.include('T05');
  });
});
