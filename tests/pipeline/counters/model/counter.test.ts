import {
  type Counter,
  CounterTotals,
  listDays,
  sumCounters,
  toFraction,
} from '@plotline/pipeline/counters/model/counter';
import { readAmount } from '@plotline/pipeline/counters/model/money';
import { countLead, hasReached } from '@plotline/pipeline/leads/model/count-lead';
import { type Lead, stages } from '@plotline/pipeline/leads/model/lead';
import { moveLead } from '@plotline/pipeline/leads/model/stage';
import { countDeal } from '@plotline/pipeline/sales/model/count-deal';
import { cancelDeal } from '@plotline/pipeline/sales/model/deal';
import { closeSale } from '@plotline/pipeline/sales/model/sale';
import { expect } from 'chai';
import { sampleLead, startedAt } from '../../support/sample-lead.js';
import { sampleFacts, sampleSale } from '../../support/sample-sale.js';

function totals(counters: readonly Counter[], agent: string, day: string): CounterTotals {
  return new CounterTotals(counters.filter((counter) => counter.agent_id === agent && counter.day === day));
}

describe('sumCounters', () => {
  const counter = (counts: Record<string, number>, day = '') => ({ agent_id: '', day, counts });

  it('adds up by agent and day', () => {
    expect(
      sumCounters([counter({ leads: 1 }), counter({ leads: 2, won: 1 }), counter({ leads: 4 }, '2026-03-01')]),
    ).to.deep.equal([counter({ leads: 3, won: 1 }), counter({ leads: 4 }, '2026-03-01')]);
  });

  it('is empty when added and removed counters are equal', () => {
    const counters = countLead(sampleLead({ assigned_agent: 'agent_1', assigned_at: startedAt }));
    expect(sumCounters(counters, counters)).to.deep.equal([]);
  });

  it('reduces the changes of a lead to the counters of its last state', () => {
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

describe('countLead', () => {
  it('counts on the day of creation, and for the agent on the day of assignment', () => {
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

  it('counts every stage on the way, including skipped stages, and counts won only while the lead is won', () => {
    const won = moveLead(sampleLead(), 'won', undefined, new Date(startedAt.getTime() + 1_000));
    const reopened = moveLead(won, 'viewing', undefined, new Date(startedAt.getTime() + 2_000));
    const stagesOf = (lead: Lead) => stages.filter((stage) => stage !== 'lost' && hasReached(lead, stage));
    expect(stagesOf(sampleLead())).to.deep.equal(['new']);
    expect(stagesOf(won)).to.deep.equal(['new', 'contacted', 'qualified', 'viewing', 'negotiation', 'won']);
    expect(stagesOf(reopened)).to.deep.equal(['new', 'contacted', 'qualified', 'viewing', 'negotiation']);
  });

  it('counts a lost lead under its reason, and in no later stage', () => {
    const lost = moveLead(sampleLead(), 'lost', 'unresponsive', new Date(startedAt.getTime() + 1_000));
    const day = totals(countLead(lost), '', '2026-03-01');
    expect([day.get('loss_reason:unresponsive'), day.get('reached:contacted'), day.get('stage:lost')]).to.deep.equal([
      1, 0, 1,
    ]);
    const unsaid = moveLead(sampleLead(), 'lost', undefined, new Date(startedAt.getTime() + 1_000));
    expect(totals(countLead(unsaid), '', '2026-03-01').get('loss_reason:unspecified')).to.equal(1);
  });

  it('counts a lead that left the stage new as contacted by the agent, with the time to first contact', () => {
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

describe('countDeal', () => {
  const now = new Date('2026-03-02T12:00:00.000Z');
  const { deal } = closeSale(sampleSale(), sampleLead(), sampleFacts, now);

  it('counts the value by currency, and the unpaid part as pending', () => {
    const open = totals(countDeal(deal), '', '2026-03-02');
    expect([readAmount(open, 'closed', 'USD'), readAmount(open, 'pending', 'USD')]).to.deep.equal([450_000, 450_000]);
    expect([open.get('deals'), open.get('pending')]).to.deep.equal([1, 1]);
    for (const [amount, count] of [
      [449_999.99, 1],
      [450_000, 0],
    ] as const) {
      const paid = totals(countDeal({ ...deal, paid: amount }), '', '2026-03-02');
      expect([
        readAmount(paid, 'closed', 'USD'),
        readAmount(paid, 'pending', 'USD'),
        paid.get('pending'),
      ]).to.deep.equal([450_000, count / 100, count]);
    }
    expect(readAmount(open, 'revenue:website', 'USD')).to.equal(450_000);
  });

  it('counts a deal for its agent, with the commission', () => {
    const counters = countDeal(deal);
    expect(readAmount(totals(counters, 'agent_1', ''), 'closed', 'USD')).to.equal(450_000);
    expect(readAmount(totals(counters, 'agent_1', '2026-03-02'), 'commission', 'USD')).to.equal(13_500);
  });

  it('counts nothing for a cancelled deal', () => expect(countDeal(cancelDeal(deal, now))).to.deep.equal([]));
});

describe('listDays', () => {
  it('contains every day from the first to the last, even across the end of a month', () => {
    expect(listDays({ from: '2028-02-28', to: '2028-03-01' })).to.deep.equal([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(listDays({ from: '2026-03-01', to: '2026-03-01' })).to.deep.equal(['2026-03-01']);
  });

  it('is empty if the first day comes after the last', () => {
    expect(listDays({ from: '2026-03-02', to: '2026-03-01' })).to.deep.equal([]);
  });
});

describe('toFraction', () => {
  it('is 0 if the whole is 0', () => expect(toFraction(0, 0)).to.equal(0));
  it('is not rounded', () => expect(toFraction(1, 3)).to.equal(1 / 3));
});
