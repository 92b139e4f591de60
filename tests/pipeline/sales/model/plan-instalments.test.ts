import type { Due } from '@plotline/pipeline/plans/model/payment-plan';
import { planInstalments, type SaleDays } from '@plotline/pipeline/sales/model/plan-instalments';
import { expect } from 'chai';

const days: SaleDays = { today: '2026-03-02', completionDate: '2026-05-01', milestones: ['Foundation'] };

/** Plans one instalment. Returns its due date, and whether it is invoiced at the sale. */
function plan(due: Due, { leadDays = 30, ...more }: Partial<SaleDays> & { readonly leadDays?: number } = {}) {
  const deal = { dealId: 'deal_1', propertyId: 'prop_1', value: 100, currency: 'EUR', newId: () => 'inst_1' };
  const planned = planInstalments([{ label: 'Part', percent: 100, due }], { ...deal, leadDays }, { ...days, ...more });
  return { dueOn: planned.instalments[0]?.due_on, invoicedFor: planned.due.get('inst_1') ?? null };
}

describe('planInstalments', () => {
  for (const [title, due, more, dueOn, isInvoiced] of [
    ['on sale, 30 days away', { on: 'sale', days: 30 }, {}, '2026-04-01', true],
    ['on sale, 31 days away', { on: 'sale', days: 31 }, {}, '2026-04-02', false],
    ['on sale, 31 days away, 31 days ahead', { on: 'sale', days: 31 }, { leadDays: 31 }, '2026-04-02', true],
    ['on sale, on the day itself only', { on: 'sale', days: 1 }, { leadDays: 0 }, '2026-03-03', false],
    ['by date, in the past', { on: 'date', date: '2020-01-01' }, {}, '2020-01-01', true],
    ['by date, far away', { on: 'date', date: '2027-03-01' }, {}, '2027-03-01', false],
    ['on completion, soon', { on: 'completion', days: 0 }, { completionDate: '2026-03-20' }, '2026-03-20', true],
    ['on completion, later', { on: 'completion', days: 10 }, {}, '2026-05-11', false],
    ['on completion, without a day', { on: 'completion', days: 10 }, { completionDate: null }, null, false],
    ['on a milestone, waiting', { on: 'milestone', milestone: 'Roof', days: 5 }, {}, null, false],
    ['on a milestone, reached', { on: 'milestone', milestone: ' FOUNDATION', days: 90 }, {}, '2026-05-31', true],
    ['beyond the last day', { on: 'completion', days: 3650 }, { completionDate: '9999-12-31' }, '9999-12-31', false],
  ] as const) {
    it(`is due on ${dueOn} and ${isInvoiced ? '' : 'not '}invoiced at the sale ${title}`, () => {
      expect(plan(due, more)).to.deep.equal({ dueOn, invoicedFor: isInvoiced ? dueOn : null });
    });
  }

  it('keeps the order of the plan and splits the value', () => {
    const planned = [20, 30, 50].map((percent) => ({
      label: `${percent}`,
      percent,
      due: { on: 'sale', days: 0 } as const,
    }));
    const ids = ['inst_1', 'inst_2', 'inst_3'];
    const newId = () => ids.shift() ?? '';
    const deal = { dealId: 'deal_1', propertyId: 'prop_1', value: 100.01, currency: 'EUR', leadDays: 30, newId };
    const { instalments } = planInstalments(planned, deal, days);
    expect(instalments.map(({ id, position, label, amount }) => [id, position, label, amount])).to.deep.equal([
      ['inst_1', 0, '20', 20],
      ['inst_2', 1, '30', 30],
      ['inst_3', 2, '50', 50.01],
    ]);
  });
});
