import { cancelDeal } from '@plotline/pipeline/domain/deal';
import { dealTallies } from '@plotline/pipeline/domain/deal-tally';
import { type Lead, stages } from '@plotline/pipeline/domain/lead';
import { hasReached, leadTallies } from '@plotline/pipeline/domain/lead-tally';
import { moveLead } from '@plotline/pipeline/domain/move';
import { moneyOf } from '@plotline/pipeline/domain/revenue';
import { closeSale } from '@plotline/pipeline/domain/sale';
import { balance, Figures, fraction, type Tally } from '@plotline/pipeline/domain/tally';
import { expect } from 'chai';
import { sampleLead, startedAt } from './sample-lead.js';
import { sampleSale } from './sample-sale.js';

function figures(tallies: readonly Tally[], agent: string, day: string): Figures {
  return new Figures(tallies.filter((tally) => tally.agent_id === agent && tally.day === day));
}

describe('a balance of tallies', () => {
  const tally = (counts: Record<string, number>, day = '') => ({ agent_id: '', day, counts });

  it('adds up by agent and day', () => {
    expect(
      balance([tally({ leads: 1 }), tally({ leads: 2, won: 1 }), tally({ leads: 4 }, '2026-03-01')]),
    ).to.deep.equal([tally({ leads: 3, won: 1 }), tally({ leads: 4 }, '2026-03-01')]);
  });

  it('is empty when both sides say the same', () => {
    const tallies = leadTallies(sampleLead({ assigned_agent: 'agent_1', assigned_at: startedAt }));
    expect(balance(tallies, tallies)).to.deep.equal([]);
  });

  it('of each step of a life adds up to the tallies of its end', () => {
    let lead = sampleLead({ assigned_agent: 'agent_1', assigned_at: startedAt });
    const steps = [...balance(leadTallies(lead))];
    for (const stage of [...stages, 'lost', 'new', 'won'] as const) {
      const after: Lead = moveLead(lead, stage, 'other', new Date(lead.stage_since.getTime() + 86_400_000));
      steps.push(...balance(leadTallies(after), leadTallies(lead)));
      lead = after;
    }
    expect(balance(steps)).to.have.deep.members(balance(leadTallies(lead)));
  });
});

describe('the tallies of a lead', () => {
  it('count it on the day it was created, for its agent on the day it was assigned', () => {
    const assigned_at = new Date('2026-03-04T23:59:59.999Z');
    const tallies = leadTallies(sampleLead({ assigned_agent: 'agent_1', assigned_at }));
    expect(tallies.map(({ agent_id, day }) => [agent_id, day])).to.deep.equal([
      ['', ''],
      ['', '2026-03-01'],
      ['agent_1', ''],
      ['agent_1', '2026-03-04'],
    ]);
    expect(figures(tallies, '', '2026-03-01').of('source:website')).to.equal(1);
    expect(figures(tallies, 'agent_1', '').of('active')).to.equal(1);
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
    const day = figures(leadTallies(lost), '', '2026-03-01');
    expect([day.of('reason:unresponsive'), day.of('reached:contacted'), day.of('stage:lost')]).to.deep.equal([1, 0, 1]);
    const unsaid = moveLead(sampleLead(), 'lost', undefined, new Date(startedAt.getTime() + 1_000));
    expect(figures(leadTallies(unsaid), '', '2026-03-01').of('reason:unspecified')).to.equal(1);
  });

  it('count for the agent what left new as contacted, and the time to the first contact', () => {
    const first_contact_at = new Date(startedAt.getTime() + 90_000);
    const assigned = { assigned_agent: 'agent_1', assigned_at: startedAt };
    const lost = moveLead(sampleLead(assigned), 'lost', undefined, first_contact_at);
    const agent = figures(leadTallies({ ...lost, first_contact_at }), 'agent_1', '2026-03-01');
    expect([agent.of('assigned'), agent.of('contacted'), agent.of('qualified'), agent.of('won')]).to.deep.equal([
      1, 1, 0, 0,
    ]);
    expect([agent.of('responses'), agent.of('response_ms')]).to.deep.equal([1, 90_000]);
  });
});

describe('the tallies of a deal', () => {
  const now = new Date('2026-03-02T12:00:00.000Z');
  const facts = { propertyId: 'prop_1', currency: 'USD', commissionId: 'com_1', invoiceId: 'inv_1', invoiceCount: 1 };
  const { deal } = closeSale(sampleSale(), sampleLead(), facts, now);

  it('count its value by currency, pending while its invoice is open', () => {
    const open = figures(dealTallies(deal, 'open'), '', '2026-03-02');
    expect([moneyOf(open, 'closed', 'USD'), moneyOf(open, 'pending', 'USD')]).to.deep.equal([450_000, 450_000]);
    expect([open.of('deals'), open.of('pending')]).to.deep.equal([1, 1]);
    const paid = figures(dealTallies(deal, 'paid'), '', '2026-03-02');
    expect([moneyOf(paid, 'closed', 'USD'), moneyOf(paid, 'pending', 'USD')]).to.deep.equal([450_000, 0]);
    expect(moneyOf(open, 'revenue:website', 'USD')).to.equal(450_000);
  });

  it('count for its agent, who also earns the commission', () => {
    const tallies = dealTallies(deal, 'open');
    expect(moneyOf(figures(tallies, 'agent_1', ''), 'closed', 'USD')).to.equal(450_000);
    expect(moneyOf(figures(tallies, 'agent_1', '2026-03-02'), 'commission', 'USD')).to.equal(13_500);
  });

  it('count nothing once it is cancelled', () => expect(dealTallies(cancelDeal(deal, now), 'void')).to.deep.equal([]));
});

describe('a fraction', () => {
  it('of nothing is 0', () => expect(fraction(0, 0)).to.equal(0));
  it('is not rounded', () => expect(fraction(1, 3)).to.equal(1 / 3));
});
