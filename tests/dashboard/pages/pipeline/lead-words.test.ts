import { toHeadline } from '@plotline/dashboard/pages/pipeline/lead-entry-words';
import { toChangeWords, toFieldLabel, toValueWords } from '@plotline/dashboard/pages/pipeline/lead-words';
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

describe('description of a lead change', () => {
  it('names agents and listings instead of ids, and says if they were deleted', () => {
    expect(toChangeWords('assigned_agent', { from: null, to: 'agent_1' }, names)).to.equal('– → Amira Haddad');
    expect(toValueWords('assigned_agent', 'agent_2', names)).to.equal('an unknown agent');
    expect(toValueWords('interested_properties', ['unit_1', 'prop_9'], names)).to.equal('Unit 12, a deleted listing');
  });

  it('lists added and removed items', () => {
    const change = { from: ['vip', 'family'], to: ['vip', 'cash'] };
    expect(toChangeWords('tags', change, names)).to.equal('added cash; removed family');
    expect(toChangeWords('tags', { from: ['a', 'b'], to: ['b', 'a'] }, names)).to.equal('reordered');
  });

  it('shows a budget with one or two limits, and a time frame in months', () => {
    expect(toValueWords('budget', { min: 1, max: null, currency: null }, names)).to.equal('from 1');
    expect(toValueWords('budget', { min: null, max: 20, currency: null }, names)).to.equal('up to 20');
    expect(toValueWords('budget', { min: 1, max: 20, currency: null }, names)).to.equal('1 to 20');
    expect(toValueWords('timeline', '1_months', names)).to.equal('1 month');
    expect(toValueWords('timeline', '6_months', names)).to.equal('6 months');
  });

  it('labels every field, including unknown ones', () => {
    expect(toFieldLabel('timeline')).to.equal('Buys within');
    expect(toFieldLabel('loss_reason')).to.equal('Loss reason');
  });

  it('titles each timeline entry by its event', () => {
    const stage = { stage: { from: 'new', to: 'walk_in' } };
    expect(toHeadline({ ...entry, type: 'stage_change', changes: stage }, names)).to.equal('Moved from New to Walk in');
    const agent = { assigned_agent: { from: 'agent_1', to: null } };
    expect(toHeadline({ ...entry, type: 'assigned', changes: agent }, names)).to.equal('Unassigned');
    expect(toHeadline({ ...entry, type: 'note', note_type: 'call' }, names)).to.equal('Call');
    expect(toHeadline({ ...entry, type: 'merged' }, names)).to.equal('Two leads became one.');
  });
});
