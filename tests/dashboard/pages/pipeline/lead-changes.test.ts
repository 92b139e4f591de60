import { findChangedFields, findOverlap, pickFields } from '@plotline/dashboard/pages/pipeline/lead-changes';
import type { Lead } from '@plotline/dashboard/pages/pipeline/lead-query';
import { expect } from 'chai';

const base: Lead = {
  id: 'lead_1',
  external_id: null,
  name: 'Maria Silva',
  email: 'maria@example.com',
  phone: null,
  source: 'website',
  stage: 'new',
  score: 40,
  assigned_agent: null,
  interested_properties: [],
  budget: null,
  timeline: null,
  notes: null,
  tags: ['vip'],
  last_contacted: null,
  next_follow_up: null,
  created_at: '2026-03-01T09:30:00.000Z',
  updated_at: '2026-03-01T09:30:00.000Z',
};

const noBudget = { min: null, max: null, currency: null };

describe('what two people change in a lead', () => {
  it('is told field by field; a budget that says nothing is none, and absent fields are not changed', () => {
    const changes = { name: 'Maria', email: base.email, tags: ['vip', 'family'], budget: noBudget };
    expect(findChangedFields(base, changes)).to.deep.equal(['name', 'tags']);
    expect(pickFields(changes, ['tags'])).to.deep.equal({ tags: ['vip', 'family'] });
  });

  it('is disputed where both changed a field to different values, and only there', () => {
    const current: Lead = { ...base, phone: '+351 1', notes: 'Same.', stage: 'viewing', score: 60 };
    const mine = { phone: '+351 2', notes: 'Same.', tags: [] };
    expect(findOverlap(base, mine, current)).to.deep.equal({ disputed: ['phone'], theirs: ['stage'] });
  });

  it('is not disputed when the other has changed nothing that this page shows', () => {
    expect(findOverlap(base, { name: 'Maria' }, { ...base, score: 90 })).to.deep.equal({ disputed: [], theirs: [] });
  });
});
