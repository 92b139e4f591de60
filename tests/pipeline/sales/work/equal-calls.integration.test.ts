import type { Context } from '@plotline/pipeline/context';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { addLead, dealsOf, startSales, timelineOf, unitTerms, type WonLead, win } from '../../support/sales-fixture.js';

/** A promise, and the function that resolves it. */
function createSignal() {
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return { sent, send };
}

describe('winLead repeated while an identical call is in progress', () => {
  const fixture = useFixturePerTest(() => startSales('unit_1'));

  /** A replica whose sale waits for inventory until the test lets inventory answer. */
  function waitingFor(replica: Context, when: 'before' | 'after') {
    const { inventory } = fixture();
    const [arrived, answer] = [createSignal(), createSignal()];
    const units: Context['units'] = {
      sell: async (caller, unitId, deal) => {
        const selling = when === 'after' ? inventory.sell(caller, unitId, deal) : null;
        await selling;
        arrived.send();
        await answer.sent;
        return selling ?? inventory.sell(caller, unitId, deal);
      },
      release: (caller, unitId, dealId) => inventory.release(caller, unitId, dealId),
      countByStatus: () => inventory.countByStatus(),
    };
    return { context: { ...replica, units }, whenArrived: arrived.sent, letAnswer: answer.send };
  }

  for (const when of ['before', 'after'] as const) {
    for (const [first, second] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const ending = first === 0 ? 'the first one ends first' : 'the second one ends first';
      it(`answers both calls with one deal when both wait ${when} the unit is sold and ${ending}`, async () => {
        const lead = await addLead(fixture().context);
        const calls = [waitingFor(fixture().context, when), waitingFor(await fixture().replica(), when)];
        const won: Promise<WonLead>[] = [];
        for (const { context, whenArrived } of calls) {
          won.push(win(context, lead.id));
          await whenArrived;
        }
        for (const place of [first, second]) {
          calls[place]?.letAnswer();
          await won[place];
        }
        const [deal, ...others] = await dealsOf(fixture().context);
        expect(others).to.deep.equal([]);
        for (const { answer, deal: own } of await Promise.all(won)) {
          expect([answer.status, own.id]).to.deep.equal([200, deal?.id]);
        }
        expect(fixture().inventory.dealOf('unit_1')).to.equal(deal?.id);
        const { types } = await timelineOf(fixture().context, lead.id);
        expect(types.filter((type) => type === 'deal_closed')).to.have.length(1);
      });
    }
  }

  it('refuses different terms until the first call has ended, and then reports its deal', async () => {
    const lead = await addLead(fixture().context);
    const call = waitingFor(fixture().context, 'after');
    const won = win(call.context, lead.id);
    await call.whenArrived;
    const reasonOf = (terms: typeof unitTerms) =>
      win(fixture().context, lead.id, terms).catch((error: object) => Reflect.get(error, 'reason'));
    expect(await reasonOf({ ...unitTerms, value: 1 })).to.equal('sale_in_progress');
    call.letAnswer();
    await won;
    expect(await reasonOf({ ...unitTerms, value: 1 })).to.equal('lead_already_won');
  });
});
