import type { Lead } from '@plotline/pipeline/leads/model/lead';
import { mergeLeads } from '@plotline/pipeline/leads/model/merge-leads';
import { computeScore } from '@plotline/pipeline/leads/model/score';
import { expect } from 'chai';
import { sampleLead } from '../../support/sample-lead.js';

const now = new Date('2026-06-01T12:00:00.000Z');
const day = (number: number) => new Date(Date.UTC(2026, 2, number));

function merge(keep: Partial<Lead>, other: Partial<Lead>): Lead {
  return mergeLeads(
    { keep: sampleLead({ id: 'lead_1', ...keep }), other: sampleLead({ id: 'lead_2', ...other }) },
    now,
  );
}

describe('the merge of two leads', () => {
  it("keeps the survivor's fields, and fills in those that it lacks", () => {
    const budget = { min: null, max: 300_000, currency: 'EUR' };
    const full = { phone: '+351 910 000 002', budget, timeline: '3_months', assigned_agent: 'agent_2' };
    const empty = { phone: null, budget: null, timeline: null, assigned_agent: null };
    expect(merge({ ...empty, name: 'Ana' }, { ...full, name: 'Bea' })).to.deep.include({ ...full, name: 'Ana' });
    expect(merge(full, { ...empty, name: 'Bea' })).to.deep.include(full);
    const other = { ...full, budget: { ...budget, min: 100_000 }, timeline: '6_months', assigned_agent: 'agent_3' };
    expect(merge(full, other)).to.deep.include(full);
  });

  it('takes the assignment and the first contact from the lead whose agent is kept', () => {
    const ofOther = { assigned_agent: 'agent_2', assigned_at: day(3), first_contact_at: day(4) };
    expect(merge({ assigned_agent: null, assigned_at: null }, ofOther)).to.deep.include(ofOther);
    const own = { assigned_agent: 'agent_1', assigned_at: day(5), first_contact_at: null };
    expect(merge(own, ofOther)).to.deep.include(own);
  });

  it("combines tags, and listings with their prices, the survivor's first", () => {
    const price = (id: string, amount: number) => ({ id, amount, currency: 'EUR' });
    const merged = merge(
      { tags: ['a', 'b'], interested_properties: ['unit_1'], listing_prices: [price('unit_1', 1)] },
      {
        tags: ['b', 'c'],
        interested_properties: ['unit_2', 'unit_1'],
        listing_prices: [price('unit_2', 2), price('unit_1', 9)],
      },
    );
    expect(merged.tags).to.deep.equal(['a', 'b', 'c']);
    expect(merged.interested_properties).to.deep.equal(['unit_1', 'unit_2']);
    expect(merged.listing_prices).to.deep.equal([price('unit_1', 1), price('unit_2', 2)]);
  });

  for (const [title, keep, other, joined] of [
    ['both notes with an empty line between them', 'Own.', 'Other.', 'Own.\n\nOther.'],
    ['the only notes', null, 'Other.', 'Other.'],
    ['no notes', null, null, null],
  ] as const) {
    it(`keeps ${title}`, () => expect(merge({ notes: keep }, { notes: other }).notes).to.equal(joined));
  }

  it('takes the earlier creation time, the later contact and the source of the older lead', () => {
    const older = { created_at: day(1), source: 'referral', last_contacted: day(2) } as const;
    const newer = { created_at: day(8), source: 'portal', last_contacted: day(9) } as const;
    const expected = { created_at: day(1), source: 'referral', last_contacted: day(9), updated_at: now };
    expect(merge(older, newer)).to.deep.include(expected);
    expect(merge(newer, older)).to.deep.include(expected);
    expect(merge({ last_contacted: null }, newer).last_contacted).to.deep.equal(day(9));
  });

  it('computes the score again', () => {
    const merged = merge({ score: 1, source: 'api' }, { source: 'api', budget: { min: 1, max: 2, currency: 'EUR' } });
    expect(merged.score).to.equal(computeScore(merged, now));
  });

  for (const [keep, other, stage, reason] of [
    ['contacted', 'viewing', 'contacted', null],
    ['lost', 'viewing', 'viewing', null],
    ['lost', 'lost', 'lost', 'other'],
    ['contacted', 'lost', 'contacted', null],
    ['new', 'won', 'won', null],
    ['lost', 'won', 'won', null],
    ['won', 'lost', 'won', null],
  ] as const) {
    it(`puts a survivor that is ${keep} into ${stage} if the other lead is ${other}`, () => {
      const lossOf = (of: string, loss_reason: Lead['loss_reason']) => (of === 'lost' ? { loss_reason } : {});
      const merged = merge(
        { stage: keep, ...lossOf(keep, 'other') },
        { stage: other, ...lossOf(other, 'unresponsive') },
      );
      expect(merged).to.deep.include({ stage, loss_reason: reason });
    });
  }

  it('keeps the active deal of either lead, and refuses two active deals', () => {
    expect(merge({ stage: 'viewing' }, { stage: 'won', deal_id: 'deal_2' })).to.include({
      stage: 'won',
      deal_id: 'deal_2',
    });
    expect(merge({ stage: 'won' }, { stage: 'won', deal_id: 'deal_2' }).deal_id).to.equal('deal_2');
    expect(merge({ stage: 'won', deal_id: 'deal_1' }, { stage: 'won' }).deal_id).to.equal('deal_1');
    const both = () => merge({ stage: 'won', deal_id: 'deal_1' }, { stage: 'won', deal_id: 'deal_2' });
    expect(both).to.throw().with.property('reason', 'both_won');
  });

  it('keeps the earlier first entry into each stage', () => {
    const merged = merge(
      { stage_history: { new: day(2), contacted: day(9) } },
      { stage_history: { new: day(1), contacted: day(3), viewing: day(4) } },
    );
    expect(merged.stage_history).to.deep.equal({ new: day(1), contacted: day(3), viewing: day(4) });
  });

  it('keeps one follow-up task of its own, and the earliest due time of all tasks', () => {
    const own = { follow_up_task: 'task_1', follow_up_at: day(20), next_follow_up: day(20) };
    const ofOther = { follow_up_task: 'task_2', follow_up_at: day(15), next_follow_up: day(10), tasks_due_at: day(10) };
    expect(merge(own, { next_follow_up: day(10), tasks_due_at: day(10) })).to.deep.include({
      follow_up_task: 'task_1',
      follow_up_at: day(20),
      tasks_due_at: day(10),
      next_follow_up: day(10),
    });
    expect(merge({}, ofOther)).to.deep.include({ follow_up_task: 'task_2', follow_up_at: day(15) });
  });

  it('remembers the merged leads for 30 days, with their external ids', () => {
    const early = { id: 'lead_0', external_id: 'crm-0', at: new Date(now.getTime() - 31 * 86_400_000) };
    const late = { id: 'lead_3', external_id: 'crm-3', at: day(31) };
    const merged = merge({ external_id: 'crm-1' }, { external_id: 'crm-2', merged_leads: [early, late] });
    expect(merged.external_id).to.equal('crm-1');
    expect(merged.merged_leads).to.deep.equal([{ id: 'lead_2', external_id: 'crm-2', at: now }]);
    const taken = merge({ merged_leads: [{ ...late, at: now }] }, { external_id: 'crm-2' });
    expect(taken.external_id).to.equal('crm-2');
    expect(taken.merged_leads).to.deep.equal([
      { ...late, at: now },
      { id: 'lead_2', external_id: 'crm-2', at: now },
    ]);
  });
});
