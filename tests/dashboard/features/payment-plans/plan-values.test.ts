import { describeDue } from '@plotline/dashboard/features/payment-plans/describe-due';
import {
  findPlanFaults,
  newInstalment,
  newPlan,
  sumPercents,
  toPlanBody,
  toPlanValues,
} from '@plotline/dashboard/features/payment-plans/plan-values';
import { expect } from 'chai';

const plan = {
  name: 'Thirds',
  instalments: [
    { label: 'On signing', percent: 33.3333, due: { on: 'sale', days: 14 } },
    { label: 'Roof', percent: 33.3333, due: { on: 'milestone', milestone: 'Roof', days: 0 } },
    { label: 'Spring', percent: 23.3334, due: { on: 'date', date: '2027-03-01' } },
    { label: 'Keys', percent: 10, due: { on: 'completion', days: 1 } },
  ],
} as const;

const values = () => toPlanValues({ name: plan.name, instalments: [...plan.instalments] });

describe('the values of a payment plan', () => {
  it('are sent back unchanged', () => {
    expect(toPlanBody(values())).to.deep.equal(plan);
  });

  it('are valid for a new plan as soon as it has a name', () => {
    expect(findPlanFaults({ ...newPlan(), name: 'Usual' })).to.deep.equal({});
    expect(findPlanFaults(newPlan())).to.have.keys('name');
  });

  it('have an exact sum of shares with four decimals, and show the sum if it is not 100%', () => {
    expect(sumPercents(plan.instalments)).to.equal(100);
    expect(sumPercents([{ percent: 0.1 }, { percent: 0.2 }, { percent: '' }])).to.equal(0.3);
    const [first] = values().instalments;
    const faults = findPlanFaults({ name: 'One', instalments: first ? [first] : [] });
    expect(faults).to.deep.equal({ instalments: 'The shares must add up to 100%. They add up to 33.3333%.' });
  });

  it('report the field of each invalid instalment', () => {
    const empty = { ...newInstalment(0), days: '' };
    const milestone = { ...newInstalment(1), label: 'Roof', percent: 100, on: 'milestone' as const };
    const day = { ...newInstalment(2), label: 'Day', percent: 1, on: 'date' as const, days: 1.5 };
    expect(findPlanFaults({ name: 'Faulty', instalments: [empty, milestone, day] })).to.have.keys(
      'instalments.0.label',
      'instalments.0.percent',
      'instalments.0.days',
      'instalments.1.milestone',
      'instalments.2.date',
      'instalments',
    );
  });

  it('describe in words when an instalment is due', () => {
    expect(plan.instalments.map(({ due }) => describeDue(due))).to.deep.equal([
      '14 days after the sale',
      'when “Roof” is reached',
      `on ${new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date('2027-03-01'))}`,
      '1 day after completion',
    ]);
    expect(describeDue({ on: 'sale', days: 0 })).to.equal('on the day of the sale');
    expect(describeDue({ on: 'milestone', milestone: 'Roof', days: 30 })).to.equal('30 days after “Roof” is reached');
  });
});
