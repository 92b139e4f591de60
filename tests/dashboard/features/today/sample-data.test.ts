import { buildSampleUnits, sampleLeads, toNewLead, toNewTask } from '@plotline/dashboard/features/today/sample-data';
import { expect } from 'chai';

describe('sample data', () => {
  it('has units with different numbers and prices in the currency of the workspace', () => {
    const units = buildSampleUnits('prop_1', 'AED');
    expect(new Set(units.map(({ unit_number }) => unit_number)).size).to.equal(units.length);
    expect(units.every(({ price, property_id }) => price.currency === 'AED' && property_id === 'prop_1')).to.equal(
      true,
    );
    expect(units.map(({ price }) => price.amount)).to.deep.equal(units.map((_, place) => 240_000 + place * 15_000));
  });

  it('has leads with addresses that nobody receives, and tasks for leads in the middle of a sale', () => {
    const emails = sampleLeads.map((lead) => String(toNewLead(lead, 'prop_1').email));
    expect(emails.every((email) => /^[a-z.]+@example\.com$/.test(email))).to.equal(true);
    const now = new Date('2026-03-04T12:00:00Z');
    const tasks = sampleLeads.flatMap((lead) => toNewTask(lead, 'lead_1', now) ?? []);
    expect(tasks).to.have.length(4);
    expect(tasks.filter(({ due_at }) => Date.parse(String(due_at)) < now.getTime() - 12 * 3_600_000)).to.have.length(1);
  });
});
