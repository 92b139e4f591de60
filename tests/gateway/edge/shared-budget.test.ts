import { SharedBudget } from '@plotline/gateway/edge/shared-budget';
import { expect } from 'chai';

describe('gateway SharedBudget', () => {
  const create = () =>
    new SharedBudget({ total: 100, share: 40, messages: { share: 'Yours.', total: 'All.' }, retryAfter: 1 });

  it('refuses an owner more than the share with RATE_LIMIT_EXCEEDED, over all reservations of that owner', () => {
    const budget = create();
    budget.open('a').take(30);
    const second = budget.open('a');
    expect(() => second.take(11))
      .to.throw()
      .with.include({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 1 });
    second.take(10);
    budget.open('b').take(40);
    expect(budget.held).to.equal(80);
  });

  it('refuses more than the total with SERVICE_UNAVAILABLE', () => {
    const budget = create();
    for (const owner of ['a', 'b']) budget.open(owner).take(40);
    const third = budget.open('c');
    expect(() => third.take(21))
      .to.throw()
      .with.include({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
    third.take(20);
  });

  it('frees the budget of a reservation once', () => {
    const budget = create();
    const body = budget.open('a');
    body.take(30);
    body.release();
    body.release();
    expect(budget.held).to.equal(0);
    budget.open('a').take(40);
  });

  it('adds nothing to a released reservation', () => {
    const budget = create();
    const body = budget.open('a');
    body.release();
    body.take(30);
    expect(budget.held).to.equal(0);
  });
});
