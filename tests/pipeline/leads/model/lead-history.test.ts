import { countLead } from '@plotline/pipeline/leads/model/count-lead';
import { applyHistory, findCreationFaults, findMoveFaults } from '@plotline/pipeline/leads/model/lead-history';
import { expect } from 'chai';
import { sampleLead } from '../../support/sample-lead.js';

const now = new Date('2026-03-01T12:00:00Z');
const earlier = new Date('2025-06-01T08:00:00Z');
const later = new Date('2026-03-01T12:00:01Z');
const fieldsOf = (faults: readonly { readonly field: string }[]) => faults.map(({ field }) => field);

describe('the history of an imported lead', () => {
  it('puts a new lead into its stage as of its creation', () => {
    const lead = applyHistory(sampleLead({ updated_at: now }), { stage: 'viewing', created_at: earlier });
    expect(lead).to.deep.include({ stage: 'viewing', created_at: earlier, stage_entered_at: earlier, updated_at: now });
    expect(lead.stage_history).to.deep.equal({ new: earlier, viewing: earlier });
    expect(lead.first_contact_at).to.equal(null);
  });

  it('does not change a lead without a history', () => {
    const lead = sampleLead();
    expect(applyHistory(lead, {})).to.deep.equal(lead);
  });

  it('counts the lead in the cohort of its creation, in every stage up to its current stage', () => {
    const lead = applyHistory(sampleLead({ created_at: now }), { stage: 'qualified', created_at: earlier });
    const cohort = countLead(lead).find(({ day }) => day === '2025-06-01');
    expect(cohort?.counts).to.include({
      leads: 1,
      'stage:qualified': 1,
      'reached:contacted': 1,
      'reached:qualified': 1,
    });
    expect(cohort?.counts).to.include({ 'time_to_stage_ms:qualified': 0 }).and.not.have.property('reached:viewing');
  });

  it('refuses to create a lead as won or with a future creation time', () => {
    expect(fieldsOf(findCreationFaults({ stage: 'won', created_at: later }, now))).to.deep.equal([
      'stage',
      'created_at',
    ]);
    expect(findCreationFaults({ stage: 'lost', created_at: now }, now)).to.deep.equal([]);
  });

  it('accepts a day that has begun in any time zone, and stores a time no later than now', () => {
    const history = { created_at: new Date('2026-03-02T00:00:00Z'), isDay: true };
    expect(findCreationFaults(history, now)).to.deep.equal([]);
    expect(applyHistory(sampleLead({ created_at: now }), history).created_at).to.equal(now);
    expect(fieldsOf(findCreationFaults({ ...history, isDay: false }, now))).to.deep.equal(['created_at']);
    const tooLate = { created_at: new Date('2026-03-03T00:00:00Z'), isDay: true };
    expect(fieldsOf(findCreationFaults(tooLate, now))).to.deep.equal(['created_at']);
  });

  it('refuses to win a lead, and to move a lead that has a deal', () => {
    const won = { stage: 'won', deal_id: 'deal_1' } as const;
    expect(fieldsOf(findMoveFaults(won, { stage: 'lost' }))).to.deep.equal(['stage']);
    expect(fieldsOf(findMoveFaults({ stage: 'new', deal_id: null }, { stage: 'won' }))).to.deep.equal(['stage']);
    for (const stage of ['won', undefined] as const) expect(findMoveFaults(won, { stage })).to.deep.equal([]);
    expect(findMoveFaults({ stage: 'won', deal_id: null }, { stage: 'lost' })).to.deep.equal([]);
  });
});
