import { previewMerge } from '@plotline/dashboard/features/leads/merge-preview';
import { expect } from 'chai';

const lead = {
  name: 'Maria Silva',
  email: 'maria@example.com',
  phone: null,
  stage: 'contacted' as const,
  source: 'portal' as const,
  assigned_agent: null,
  budget: null,
  timeline: null,
  interested_properties: ['unit_1'],
  tags: ['vip'],
  notes: 'Prefers mornings.',
  last_contacted: null,
  created_at: '2026-03-02T09:00:00.000Z',
};
const other = {
  ...lead,
  name: 'M. Silva',
  phone: '+351 910 000 001',
  stage: 'viewing' as const,
  source: 'website' as const,
  budget: { min: null, max: 300_000, currency: 'EUR' },
  interested_properties: ['unit_2', 'unit_1'],
  tags: ['cash'],
  notes: 'Has a dog.',
  last_contacted: '2026-03-03T09:00:00.000Z',
  created_at: '2026-03-01T09:00:00.000Z',
};

describe('the preview of a merge', () => {
  it("keeps the survivor's fields, and fills in the missing ones", () => {
    expect(previewMerge(lead, other)).to.deep.equal({
      name: 'Maria Silva',
      email: 'maria@example.com',
      phone: '+351 910 000 001',
      stage: 'contacted',
      source: 'website',
      assigned_agent: null,
      budget: { min: null, max: 300_000, currency: 'EUR' },
      timeline: null,
      interested_properties: ['unit_1', 'unit_2'],
      tags: ['vip', 'cash'],
      notes: 'Prefers mornings.\n\nHas a dog.',
      last_contacted: '2026-03-03T09:00:00.000Z',
      created_at: '2026-03-01T09:00:00.000Z',
    });
  });

  it('is won if either lead is won, and takes the stage of the other lead if one is lost', () => {
    const stageOf = (kept: 'won' | 'lost' | 'viewing', merged: 'won' | 'lost' | 'viewing') =>
      previewMerge({ ...lead, stage: kept }, { ...other, stage: merged }).stage;
    expect([stageOf('lost', 'won'), stageOf('won', 'lost')]).to.deep.equal(['won', 'won']);
    expect([stageOf('lost', 'viewing'), stageOf('viewing', 'lost')]).to.deep.equal(['viewing', 'viewing']);
  });
});
