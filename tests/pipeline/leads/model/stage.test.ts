import { applyNote } from '@plotline/pipeline/leads/model/contact';
import { isActive, lossReasons, stages } from '@plotline/pipeline/leads/model/lead';
import { enterStage, findStageEntry, loseLead, moveLead } from '@plotline/pipeline/leads/model/stage';
import { expect } from 'chai';
import { sampleLead, startedAt } from '../../support/sample-lead.js';

const now = new Date('2026-03-08T09:30:00.000Z');

describe('a move of a lead', () => {
  for (const from of stages) {
    for (const to of stages) {
      it(`takes the lead from ${from} to ${to}`, () => {
        const lead = sampleLead({ stage: from });
        const after = enterStage(lead, to, now);
        expect(after.stage).to.equal(to);
        if (from === to) expect(after).to.equal(lead);
        else expect(after).to.deep.include({ stage_entered_at: now, updated_at: now });
      });
    }
  }

  it('stores when a stage was first entered', () => {
    const back = enterStage(sampleLead({ stage: 'qualified' }), 'new', now);
    expect(back.stage_history.new).to.equal(startedAt);
  });

  it('shows when the lead entered its stage, unless the lead was in that stage when it was imported', () => {
    expect(findStageEntry(sampleLead())).to.equal(startedAt);
    const imported = sampleLead({ stage: 'qualified' });
    expect(findStageEntry(imported)).to.equal(null);
    expect(findStageEntry(enterStage(imported, 'viewing', now))).to.equal(now);
  });

  it('removes the deal and the loss reason when the lead leaves won or lost', () => {
    const lead = sampleLead({ stage: 'won', deal_id: 'deal_1', loss_reason: 'other' });
    expect(enterStage(lead, 'viewing', now)).to.include({ deal_id: null, loss_reason: null });
  });

  for (const reason of lossReasons) {
    it(`to lost stores the reason ${reason}, from any stage and through either endpoint`, () => {
      for (const from of stages) {
        const lead = sampleLead({ stage: from });
        const lost = loseLead(lead, reason, now);
        expect(lost, from).to.include({ stage: 'lost', loss_reason: reason });
        if (from !== 'lost') expect(moveLead(lead, 'lost', reason, now), from).to.deep.equal(lost);
      }
    });
  }

  it('to lost does not store an unknown reason', () => {
    expect(moveLead(sampleLead(), 'lost', 'rain', now)).to.include({ stage: 'lost', loss_reason: null });
  });

  it('counts as a contact, unless it leads to lost or new', () => {
    const lead = sampleLead({ assigned_agent: 'agent_1', assigned_at: startedAt });
    expect(enterStage(lead, 'lost', now).first_contact_at).to.equal(null);
    const contacted = enterStage(lead, 'contacted', now);
    expect(contacted.first_contact_at).to.equal(now);
    expect(enterStage(contacted, 'viewing', new Date()).first_contact_at).to.equal(now);
  });

  it('distinguishes active leads from closed ones', () => {
    expect(stages.filter(isActive)).to.deep.equal(['new', 'contacted', 'qualified', 'viewing', 'negotiation']);
  });
});

describe('a note', () => {
  for (const type of ['call', 'email', 'meeting', 'viewing', 'message'] as const) {
    it(`with type ${type} counts as a contact and changes the score`, () => {
      const lead = sampleLead({ assigned_agent: 'agent_1', assigned_at: startedAt });
      const after = applyNote(lead, type, now);
      expect(after).to.deep.include({ last_contacted: now, first_contact_at: now, updated_at: now });
      expect(after.score).to.equal(14 + 15 + 15);
    });
  }

  for (const type of ['note', 'other'] as const) {
    it(`with type ${type} changes nothing`, () => {
      const lead = sampleLead();
      expect(applyNote(lead, type, now)).to.equal(lead);
    });
  }
});
