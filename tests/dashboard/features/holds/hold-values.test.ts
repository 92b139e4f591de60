import {
  canChangeDeposit,
  findHoldFaults,
  toHoldChanges,
  toHoldValues,
} from '@plotline/dashboard/features/holds/hold-values';
import { expect } from 'chai';

const price = { amount: 200_000, currency: 'EUR' };
const deposit = { amount: 500, currency: 'EUR', due_at: '2027-03-01T12:00:00.000Z', paid_at: null, reference: null };
const hold = { notes: 'Call back', agent_id: 'agent_1', price, deposit };

describe('the values of a hold', () => {
  it('are not sent if they are unchanged', () => {
    expect(toHoldChanges(hold, toHoldValues(hold))).to.deep.equal({});
  });

  it('clear the notes and the deposit when their fields are emptied', () => {
    const values = { notes: ' ', agent_id: 'agent_1', deposit: { amount: '', due_at: '' } };
    expect(toHoldChanges(hold, values)).to.deep.equal({ notes: null, deposit: null });
  });

  it("have a deposit in the currency of the hold's price, with its due time", () => {
    const before = { ...hold, deposit: null };
    const values = { ...toHoldValues(before), deposit: { amount: 700, due_at: '' } };
    expect(toHoldChanges(before, values)).to.deep.equal({ deposit: { amount: 700, currency: 'EUR', due_at: null } });
    const changed = { ...toHoldValues(hold), deposit: { ...toHoldValues(hold).deposit, amount: 700 } };
    expect(toHoldChanges(hold, changed).deposit).to.deep.include({ amount: 700, due_at: deposit.due_at });
  });

  it('require an amount above 0 for a deposit', () => {
    const values = toHoldValues(hold);
    expect(findHoldFaults(values)).to.deep.equal({});
    expect(findHoldFaults({ ...values, deposit: { amount: '', due_at: '' } })).to.deep.equal({});
    expect(findHoldFaults({ ...values, deposit: { amount: 0, due_at: '' } })).to.have.keys('deposit.amount');
    const withoutAmount = { amount: '', due_at: '2027-03-01T12:00' };
    expect(findHoldFaults({ ...values, deposit: withoutAmount })).to.have.keys('deposit.amount');
  });

  it('do not change a paid deposit', () => {
    expect(canChangeDeposit(hold)).to.equal(true);
    expect(canChangeDeposit({ deposit: null })).to.equal(true);
    expect(canChangeDeposit({ deposit: { ...deposit, paid_at: '2027-01-01T00:00:00.000Z' } })).to.equal(false);
  });
});
