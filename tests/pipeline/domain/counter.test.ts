import { countDeal, countLead, hasReached } from '@plotline/pipeline/domain/count-records';
import { readAmount } from '@plotline/pipeline/domain/counted-money';
import { type Counter, CounterTotals, sumCounters, toFraction } from '@plotline/pipeline/domain/counter';
import { cancelDeal } from '@plotline/pipeline/domain/deal';
import { type Lead, stages } from '@plotline/pipeline/domain/lead';
import { closeSale } from '@plotline/pipeline/domain/sale';
import { moveLead } from '@plotline/pipeline/domain/stage';
import { expect } from 'chai';
import { sampleLead, startedAt } from '../support/sample-lead.js';
import { sampleSale } from '../support/sample-sale.js';

function totals(counters: readonly Counter[], agent: string, day: string): CounterTotals {
  return new CounterTotals(counters.filter((counter) => counter.agent_id === agent && counter.day === day));
}

describe('a sumCounters of tallies', () => {
  const counter = (counts: Record<string, number>, day = '') => ({ agent_id: '', day, counts });

  it('adds up by agent and day', () => {
    expect(
      sumCounters([counter({ leads: 1 }), counter({ leads: 2, won: 1 }), counter({ leads: 4 }, '2026-03-01')]),
    ).to.deep.equal([counter({ leads: 3, won: 1 }), counter({ leads: 4 }, '2026-03-01')]);
  });

  it('is empty when both sides say the same', () => {
    const counters = countLead(sampleLead({ assigned_agent: 'agent_1', assigned_at: startedAt }));
    expect(sumCounters(counters, counters)).to.deep.equal([]);
  });

  it('of each step of a life adds up to the counters of its end', () => {
    let lead = sampleLead({ assigned_agent: 'agent_1', assigned_at: startedAt });
    const steps = [...sumCounters(countLead(lead))];
    for (const stage of [...stages, 'lost', 'new', 'won'] as const) {
      const after: Lead = moveLead(lead, stage, 'other', new Date(lead.stage_entered_at.getTime() + 86_400_000));
      steps.push(...sumCounters(countLead(after), countLead(lead)));
      lead = after;
    }
    expect(sumCounters(steps)).to.have.deep.members(sumCounters(countLead(lead)));
  });
});

describe('the counters of a lead', () => {
  it('count it on the day it was created, for its agent on the day it was assigned', () => {
    const assigned_at = new Date('2026-03-04T23:59:59.999Z');
    const counters = countLead(sampleLead({ assigned_agent: 'agent_1', assigned_at }));
    expect(counters.map(({ agent_id, day }) => [agent_id, day])).to.deep.equal([
      ['', ''],
      ['', '2026-03-01'],
      ['agent_1', ''],
      ['agent_1', '2026-03-04'],
    ]);
    expect(totals(counters, '', '2026-03-01').get('source:website')).to.equal(1);
    expect(totals(counters, 'agent_1', '').get('active')).to.equal(1);
  });

  it('count every stage it passed, skipped ones too, and won only while it lasts', () => {
    const won = moveLead(sampleLead(), 'won', undefined, new Date(startedAt.getTime() + 1_000));
    const reopened = moveLead(won, 'viewing', undefined, new Date(startedAt.getTime() + 2_000));
    const reached = (lead: Lead) => stages.filter((stage) => stage !== 'lost' && hasReached(lead, stage));
    expect(reached(sampleLead())).to.deep.equal(['new']);
    expect(reached(won)).to.deep.equal(['new', 'contacted', 'qualified', 'viewing', 'negotiation', 'won']);
    expect(reached(reopened)).to.deep.equal(['new', 'contacted', 'qualified', 'viewing', 'negotiation']);
  });

  it('count a lost lead under its reason, and not as having come any further', () => {
    const lost = moveLead(sampleLead(), 'lost', 'unresponsive', new Date(startedAt.getTime() + 1_000));
    const day = totals(countLead(lost), '', '2026-03-01');
    expect([day.get('loss_reason:unresponsive'), day.get('reached:contacted'), day.get('stage:lost')]).to.deep.equal([
      1, 0, 1,
    ]);
    const unsaid = moveLead(sampleLead(), 'lost', undefined, new Date(startedAt.getTime() + 1_000));
    expect(totals(countLead(unsaid), '', '2026-03-01').get('loss_reason:unspecified')).to.equal(1);
  });

  it('count for the agent what left new as contacted, and the time to the first contact', () => {
    const first_contact_at = new Date(startedAt.getTime() + 90_000);
    const assigned = { assigned_agent: 'agent_1', assigned_at: startedAt };
    const lost = moveLead(sampleLead(assigned), 'lost', undefined, first_contact_at);
    const agent = totals(countLead({ ...lost, first_contact_at }), 'agent_1', '2026-03-01');
    expect([agent.get('assigned'), agent.get('contacted'), agent.get('qualified'), agent.get('won')]).to.deep.equal([
      1, 1, 0, 0,
    ]);
    expect([agent.get('responses'), agent.get('response_ms')]).to.deep.equal([1, 90_000]);
  });
});

describe('the counters of a deal', () => {
  const now = new Date('2026-03-02T12:00:00.000Z');
  const facts = { propertyId: 'prop_1', currency: 'USD', commissionId: 'com_1', invoiceId: 'inv_1', invoiceCount: 1 };
  const { deal } = closeSale(sampleSale(), sampleLead(), facts, now);

  it('count its value by currency, pending while its invoice is open', () => {
    const open = totals(countDeal(deal, 'open'), '', '2026-03-02');
    expect([readAmount(open, 'closed', 'USD'), readAmount(open, 'pending', 'USD')]).to.deep.equal([450_000, 450_000]);
    expect([open.get('deals'), open.get('pending')]).to.deep.equal([1, 1]);
    const paid = totals(countDeal(deal, 'paid'), '', '2026-03-02');
    expect([readAmount(paid, 'closed', 'USD'), readAmount(paid, 'pending', 'USD')]).to.deep.equal([450_000, 0]);
    expect(readAmount(open, 'revenue:website', 'USD')).to.equal(450_000);
  });

  it('count for its agent, who also earns the commission', () => {
    const counters = countDeal(deal, 'open');
    expect(readAmount(totals(counters, 'agent_1', ''), 'closed', 'USD')).to.equal(450_000);
    expect(readAmount(totals(counters, 'agent_1', '2026-03-02'), 'commission', 'USD')).to.equal(13_500);
  });

  it('count nothing once it is cancelled', () => expect(countDeal(cancelDeal(deal, now), 'void')).to.deep.equal([]));
});

describe('a fraction', () => {
  it('of nothing is 0', () => expect(toFraction(0, 0)).to.equal(0));
  it('is not rounded', () => expect(toFraction(1, 3)).to.equal(1 / 3));
});
