import type { Inconsistency } from '@plotline/kit/ops/doctor/check';
import { createDealPapersCheck } from '@plotline/pipeline/sales/work/check-deal-papers';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { addLead, salesCaller, startSales, unitTerms, win } from '../../support/sales-fixture.js';

describe('the check of deal records', () => {
  const fixture = useFixturePerTest(() => startSales('unit_1'));
  const context = () => fixture().context;

  /** Sells a unit in two instalments. The first is invoiced. Resolves to the ids of the records. */
  async function sell() {
    const lead = await addLead(context());
    const instalments = [
      { label: 'Signing', percent: 40, due: { on: 'sale', days: 0 } },
      { label: 'Roof', percent: 60, due: { on: 'milestone', milestone: 'roof', days: 0 } },
    ] as const;
    const { deal } = await win(context(), lead.id, { ...unitTerms, instalments });
    const [first, second] = await context().instalments.listOfDeal(salesCaller(), deal.id);
    return { deal: deal.id, invoice: first?.invoice_id ?? '', first: first?.id ?? '', second: second?.id ?? '' };
  }

  const write = (collection: string, _id: string, $set: object) =>
    context().runtime.databases.live.collection<{ readonly _id: string }>(collection).updateOne({ _id }, { $set });

  async function check(): Promise<Inconsistency[]> {
    const found: Inconsistency[] = [];
    for await (const one of createDealPapersCheck(context()).find({ mode: 'live' })) found.push(one);
    return found;
  }

  const faults: readonly (readonly [string, keyof Awaited<ReturnType<typeof sell>>, string, object, string])[] = [
    ['instalments that do not sum to the value', 'second', 'instalments', { amount: 1 }, 'instalment.amount'],
    ['an invoice of another amount than its instalment', 'invoice', 'invoices', { amount: 1 }, 'invoice.amount'],
    ['an invoice in another currency', 'invoice', 'invoices', { currency: 'JPY' }, 'invoice.currency'],
    ['an invoice of another lead', 'invoice', 'invoices', { lead_id: 'lead_other' }, 'invoice.lead_id'],
    ['a paid instalment with an open invoice', 'first', 'instalments', { status: 'paid' }, 'instalment.invoice_id'],
    [
      'an invoiced instalment without an invoice',
      'second',
      'instalments',
      { status: 'invoiced' },
      'instalment.invoice_id',
    ],
    ['a cancelled instalment of an active deal', 'second', 'instalments', { status: 'cancelled' }, 'instalment.status'],
  ];
  for (const [title, record, collection, fields, expected] of faults) {
    it(`reports ${title}`, async () => {
      const ids = await sell();
      expect(await check()).to.deep.equal([]);
      await write(collection, ids[record], fields);
      expect((await check()).map(({ id, found }) => ({ id, found }))).to.deep.equal([
        { id: ids.deal, found: [expected] },
      ]);
    });
  }
});
