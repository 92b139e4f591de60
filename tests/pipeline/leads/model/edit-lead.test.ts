import { merge } from '@plotline/kit/core/json-object';
import { applyNote } from '@plotline/pipeline/leads/model/contact';
import { assignLead, editLead } from '@plotline/pipeline/leads/model/edit-lead';
import type { Lead } from '@plotline/pipeline/leads/model/lead';
import { expect } from 'chai';
import { sampleLead, startedAt } from '../../support/sample-lead.js';

const now = new Date('2026-03-08T09:30:00.000Z');

function patched(lead: Lead, patch: object): Lead {
  return editLead(lead, merge(lead, patch), lead.listing_prices, now);
}

describe('editLead', () => {
  it('keeps missing fields', () => {
    const lead = sampleLead({ notes: 'prefers mornings', tags: ['vip'], budget: { min: 1, max: 2, currency: 'EUR' } });
    expect(patched(lead, { phone: '1' })).to.deep.include({ notes: lead.notes, tags: lead.tags, budget: lead.budget });
  });

  it('clears null fields, including lists', () => {
    const lead = sampleLead({ notes: 'x', tags: ['vip'], budget: { min: 1, max: 2, currency: 'EUR' } });
    const after = patched(lead, { notes: null, tags: null, budget: null, phone: null });
    expect(after).to.deep.include({ notes: null, tags: [], budget: null, phone: null });
  });

  it('merges the budget and replaces lists', () => {
    const lead = sampleLead({ tags: ['vip', 'cash'], budget: { min: 1, max: 2, currency: 'EUR' } });
    const after = patched(lead, { budget: { max: 5 }, tags: ['new', 'new'] });
    expect(after).to.deep.include({ budget: { min: 1, max: 5, currency: 'EUR' }, tags: ['new'] });
  });

  it('stores tags without surrounding spaces or duplicates', () => {
    expect(patched(sampleLead(), { tags: [' vip ', 'vip', 'cash buyer', '\tVIP'] }).tags).to.deep.equal([
      'vip',
      'cash buyer',
      'VIP',
    ]);
  });

  it('creates a missing budget with null in its other fields', () => {
    expect(patched(sampleLead(), { budget: { max: 5 } }).budget).to.deep.equal({ min: null, max: 5, currency: null });
  });

  it('stores the email in lower case', () => {
    expect(patched(sampleLead(), { email: 'Maria@Example.COM' }).email).to.equal('maria@example.com');
  });

  it('changes the score only when one of its inputs changes', () => {
    const lead = sampleLead({ score: 3 });
    expect(patched(lead, { notes: 'x', tags: ['a'], stage: 'viewing', next_follow_up: now }).score).to.equal(3);
    expect(patched(lead, { timeline: '1_months' }).score).to.equal(14 + 15 + 20);
  });

  it('enters the stage like a move', () => {
    const after = patched(sampleLead({ assigned_at: startedAt, assigned_agent: 'agent_1' }), { stage: 'contacted' });
    expect(after).to.deep.include({ stage: 'contacted', stage_entered_at: now, first_contact_at: now });
    expect(after.stage_history).to.deep.equal({ new: startedAt, contacted: now });
  });

  it('records last_contacted as the first contact', () => {
    const lead = sampleLead({ assigned_at: startedAt, assigned_agent: 'agent_1' });
    const at = new Date('2026-03-02T10:00:00.000Z');
    expect(patched(lead, { last_contacted: at })).to.deep.include({ last_contacted: at, first_contact_at: at });
  });

  it('records no first contact from before the assignment, even for an agent assigned at the same time', () => {
    const lead = sampleLead({ assigned_at: startedAt, assigned_agent: 'agent_1' });
    const earlier = patched(lead, { last_contacted: new Date(startedAt.getTime() - 1) });
    expect(earlier.first_contact_at).to.equal(null);
    expect(patched(earlier, { last_contacted: startedAt }).first_contact_at).to.deep.equal(startedAt);
    const assigned = patched(lead, { assigned_agent: 'agent_2', last_contacted: new Date(now.getTime() - 1) });
    expect(assigned).to.deep.include({ assigned_at: now, first_contact_at: null });
    expect(applyNote(assigned, 'call', now).first_contact_at).to.deep.equal(now);
  });

  it('records the earliest reported contact, and records a future contact as now', () => {
    const lead = sampleLead({ assigned_at: startedAt, assigned_agent: 'agent_1' });
    const mistyped = patched(lead, { last_contacted: new Date('2206-03-02T10:00:00.000Z') });
    expect(mistyped.first_contact_at).to.deep.equal(now);
    const earlier = new Date(now.getTime() - 60_000);
    const corrected = patched(mistyped, { last_contacted: earlier });
    expect(corrected.first_contact_at).to.deep.equal(earlier);
    expect(patched(corrected, { last_contacted: now }).first_contact_at).to.deep.equal(earlier);
  });

  it('sets assigned_at for a new agent, and clears it for no agent', () => {
    const lead = sampleLead({ assigned_agent: 'agent_1', assigned_at: startedAt, first_contact_at: startedAt });
    const other = patched(lead, { assigned_agent: 'agent_2' });
    expect(other).to.deep.include({ assigned_agent: 'agent_2', assigned_at: now, first_contact_at: null });
    expect(assignLead(other, null, now)).to.deep.include({ assigned_agent: null, assigned_at: null });
    expect(assignLead(lead, 'agent_1', now)).to.equal(lead);
  });
});
