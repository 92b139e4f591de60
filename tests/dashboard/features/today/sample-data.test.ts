import { buildSampleUnits, sampleLeads, toNewLead, toNewTask } from '@plotline/dashboard/features/today/sample-data';
import { sampleHolds, samplePlan, soldNumber, toNewHold } from '@plotline/dashboard/features/today/sample-sale';
import { expect } from 'chai';

describe('sample data', () => {
  it("has units with different numbers, and with prices in the workspace's currency", () => {
    const units = buildSampleUnits('prop_1', 'AED');
    expect(new Set(units.map(({ unit_number }) => unit_number)).size).to.equal(units.length);
    expect(units.every(({ price, property_id }) => price.currency === 'AED' && property_id === 'prop_1')).to.equal(
      true,
    );
    expect(units.map(({ price }) => price.amount)).to.deep.equal(units.map((_, place) => 240_000 + place * 15_000));
  });

  it('has leads whose addresses receive no email, and tasks for leads in the middle of a sale', () => {
    const emails = sampleLeads.map((lead) => String(toNewLead(lead, 'prop_1').email));
    expect(emails.every((email) => /^[a-z.]+@example\.com$/.test(email))).to.equal(true);
    const now = new Date('2026-03-04T12:00:00Z');
    const tasks = sampleLeads.flatMap((lead) => toNewTask(lead, 'lead_1', now) ?? []);
    expect(tasks).to.have.length(4);
    expect(tasks.filter(({ due_at }) => Date.parse(String(due_at)) < now.getTime() - 12 * 3_600_000)).to.have.length(1);
  });

  it('sells a unit without a hold, in instalments that add up to its value', () => {
    const numbers = buildSampleUnits('prop_1', 'USD').map(({ unit_number }) => unit_number);
    const held = sampleHolds.map(({ unit }) => unit);
    expect(numbers).to.include.members([...held, soldNumber]);
    expect(held).not.to.include(soldNumber);
    expect(samplePlan.instalments.reduce((sum, { percent }) => sum + percent, 0)).to.equal(100);
  });

  it("has holds by leads, with a deposit in the currency of the unit's price", () => {
    const names = sampleLeads.map(({ name }) => name);
    expect(names).to.include.members(sampleHolds.map(({ lead }) => lead));
    const price = { amount: 405_000, currency: 'AED' };
    const now = new Date('2026-03-04T12:00:00Z');
    const holds = sampleHolds.map((one) => toNewHold(one, 'lead_1', { id: 'unit_1', number: '402', price }, now));
    expect(holds[0]?.deposit).to.deep.include({ amount: 8_100, currency: 'AED' });
    expect(holds.map(({ expires_in }) => expires_in)).to.deep.equal([undefined, undefined, 1]);
  });

  it('has a duplicate lead that can be merged', () => {
    const emails = sampleLeads.map((lead) => toNewLead(lead, 'prop_1').email);
    expect(emails.length - new Set(emails).size).to.equal(1);
  });
});
