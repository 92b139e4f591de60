import { DepositsServiceService } from '@plotline/protos/plotline/inventory/v1/deposits';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { createHoldRequests, type HoldRequests } from '../../support/holding.js';
import { startInventory } from '../../support/inventory.js';

describe('DepositsService', () => {
  const inventory = useFixture(startInventory);
  let requests: HoldRequests;
  before(async () => {
    requests = await createHoldRequests(inventory);
  });

  async function newHold(amount: number | null = 5_000) {
    const unit = await requests.unit();
    const { currency } = unit.price;
    const { id } = await requests.hold(unit.id, requests.lead(), { deposit: amount && { amount, currency } });
    return { hold_id: String(id), currency: String(currency) };
  }

  const record = (hold: { hold_id: string; currency: string }, change: object = {}) => {
    const deposit = { ...hold, amount: 5_000, paid_at: Date.parse('2026-03-01T09:30:00Z'), reference: 'pi_1' };
    return inventory().rpc(DepositsServiceService.recordDeposit, { ...deposit, ...change }, callContext());
  };
  const readBalance = async ({ hold_id }: { hold_id: string }) =>
    (await inventory().rpc(DepositsServiceService.getDeposit, { hold_id }, callContext())).balance;

  it("records a deposit's payment once", async () => {
    const hold = await newHold();
    expect(await readBalance(hold)).to.equal(5_000);
    await Promise.all([record(hold), record(hold)]);
    await record(hold);
    expect(await readBalance(hold)).to.equal(0);
    const { deposit } = await requests.read(hold.hold_id);
    expect(deposit).to.include({ paid_at: '2026-03-01T09:30:00.000Z', reference: 'pi_1' });
    expect(await requests.eventNames(hold.hold_id)).to.deep.equal(['hold.created', 'hold.deposit_paid']);
  });

  it('reverses a payment once, and only the payment with the given reference', async () => {
    const hold = await newHold();
    await record(hold);
    const takeBack = (reference: string) =>
      inventory().rpc(DepositsServiceService.takeDepositBack, { hold_id: hold.hold_id, reference }, callContext());
    await takeBack('pi_other');
    expect(await readBalance(hold)).to.equal(0);
    await takeBack('pi_1');
    await takeBack('pi_1');
    expect(await readBalance(hold)).to.equal(5_000);
  });

  it('refuses other amounts and currencies, a second payment, and holds without a deposit', async () => {
    const hold = await newHold();
    expect((await refusalOf(() => record(hold, { amount: 4_999 }))).reason).to.equal('other_amount');
    expect((await refusalOf(() => record(hold, { currency: 'XAF' }))).reason).to.equal('other_amount');
    await record(hold);
    expect((await refusalOf(() => record(hold, { reference: 'pi_2' }))).reason).to.equal('deposit_paid');
    const without = await newHold(null);
    expect((await refusalOf(() => readBalance(without))).reason).to.equal('no_deposit');
    expect((await refusalOf(() => readBalance({ hold_id: 'hold_unknown' }))).code).to.equal('NOT_FOUND');
  });
});
