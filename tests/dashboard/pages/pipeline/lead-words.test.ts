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

describe('changes of a lead in words', () => {
  it('name agents and listings instead of their ids, and say so when they are gone', () => {
    expect(toChangeWords('assigned_agent', { from: null, to: 'agent_1' }, names)).to.equal('– → Amira Haddad');
    expect(toValueWords('assigned_agent', 'agent_2', names)).to.equal('an unknown agent');
    expect(toValueWords('interested_properties', ['unit_1', 'prop_9'], names)).to.equal('Unit 12, a deleted listing');
  });

  it('tell of lists what was added and removed', () => {
    const change = { from: ['vip', 'family'], to: ['vip', 'cash'] };
    expect(toChangeWords('tags', change, names)).to.equal('added cash; removed family');
    expect(toChangeWords('tags', { from: ['a', 'b'], to: ['b', 'a'] }, names)).to.equal('reordered');
  });

  it('write a budget with one end or two, and a time in months', () => {
    expect(toValueWords('budget', { min: 1, max: null, currency: null }, names)).to.equal('from 1');
    expect(toValueWords('budget', { min: null, max: 20, currency: null }, names)).to.equal('up to 20');
    expect(toValueWords('budget', { min: 1, max: 20, currency: null }, names)).to.equal('1 to 20');
    expect(toValueWords('timeline', '1_months', names)).to.equal('1 month');
    expect(toValueWords('timeline', '6_months', names)).to.equal('6 months');
  });

  it('label every field, also one that this page does not know', () => {
    expect(toFieldLabel('timeline')).to.equal('Buys within');
    expect(toFieldLabel('loss_reason')).to.equal('Loss reason');
  });

  it('head each entry of the timeline by what happened', () => {
    const stage = { stage: { from: 'new', to: 'walk_in' } };
    expect(toHeadline({ ...entry, type: 'stage_change', changes: stage }, names)).to.equal('Moved from New to Walk in');
    const agent = { assigned_agent: { from: 'agent_1', to: null } };
    expect(toHeadline({ ...entry, type: 'assigned', changes: agent }, names)).to.equal('Unassigned');
    expect(toHeadline({ ...entry, type: 'note', note_type: 'call' }, names)).to.equal('Call');
    expect(toHeadline({ ...entry, type: 'merged' }, names)).to.equal('Two leads became one.');
  });
});
