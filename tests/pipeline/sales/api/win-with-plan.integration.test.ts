import { addDays, toLocalDay } from '@plotline/kit/core/time-zone';
import type { Construction } from '@plotline/pipeline/peers/inventory';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const construction: Construction = {
  getProgress: async () => ({
    completionDate: '2099-06-30',
    milestones: [{ id: 'mile_1', name: 'Foundation', reachedOn: '2026-01-05' }],
  }),
};

const instalments = [
  { label: 'On signing', percent: 20, due: { on: 'sale', days: 14 } },
  { label: 'Foundation', percent: 30, due: { on: 'milestone', milestone: 'foundation', days: 60 } },
  { label: 'Roof', percent: 25.5, due: { on: 'milestone', milestone: 'roof', days: 30 } },
  { label: 'Handover', percent: 24.5, due: { on: 'completion', days: 5 } },
];

describe('POST /v1/leads/:id/won with a payment plan', () => {
  const pipeline = useFixture(() => startPipeline({ construction }));
  const terms = { property_id: 'prop_river', deal_value: 450_000.01 };

  async function win(body: object, leadId?: string) {
    const id = leadId ?? (await pipeline().lead()).id;
    return pipeline().request('POST', `/v1/leads/${id}/won`, { body: { ...terms, ...body } });
  }

  async function instalmentsOf(dealId: string) {
    return (await pipeline().request('GET', `/v1/deals/${dealId}/instalments`)).body;
  }

  async function invoicesOf(dealId: string) {
    return (await pipeline().request('GET', `/v1/invoices?deal_id=${dealId}&order=asc`)).body;
  }

  it('plans instalments that add up to the value, and invoices those that are due soon or whose milestone is reached', async () => {
    const { status, body } = await win({ instalments });
    expect(status).to.equal(200);
    expect(body.deal).to.include({ payment_plan_id: null, invoiced: 225_000.01, paid: 0 });
    const planned = await instalmentsOf(body.deal.id);
    const today = toLocalDay(new Date(body.deal.closed_at), 'UTC');
    const shown = planned.map(({ label, amount, due_on, status: own }: Record<string, unknown>) => [
      label,
      amount,
      due_on,
      own,
    ]);
    expect(shown).to.deep.equal([
      ['On signing', 90_000, addDays(today, 14), 'invoiced'],
      ['Foundation', 135_000.01, addDays(today, 60), 'invoiced'],
      ['Roof', 114_750, null, 'planned'],
      ['Handover', 110_250, '2099-07-05', 'planned'],
    ]);
    expect(planned.map(({ due }: { due: object }) => due)).to.deep.equal(instalments.map(({ due }) => due));
    const invoices = await invoicesOf(body.deal.id);
    expect(invoices.map(({ id }: { id: string }) => id)).to.have.members([
      planned[0].invoice_id,
      planned[1].invoice_id,
    ]);
    for (const invoice of invoices) {
      const own = planned.find(({ id }: { id: string }) => id === invoice.instalment_id);
      expect(invoice).to.include({ amount: own.amount, balance: own.amount, due_on: own.due_on, overdue: false });
    }
  });

  it('publishes each invoice together with its instalment', async () => {
    const { body } = await win({ instalments });
    expect(await pipeline().eventNames(body.deal.id)).to.deep.equal([
      'deal.created',
      'deal.closed',
      'commission.calculated',
      'instalment.invoiced',
      'invoice.created',
      'instalment.invoiced',
      'invoice.created',
    ]);
  });

  it('returns the same deal for the same plan or instalments, and refuses different ones', async () => {
    const { body } = await win({ instalments });
    const again = await win({ instalments: instalments.map((one) => ({ ...one, label: ` ${one.label} ` })) }, body.id);
    expect([again.status, again.body]).to.deep.equal([200, body]);
    for (const other of [{}, { instalments: [...instalments].reverse() }]) {
      const refused = await win(other, body.id);
      expect([refused.status, refused.body.reason]).to.deep.equal([409, 'lead_already_won']);
    }
  });

  it('creates one deal for simultaneous identical calls, and invoices each instalment once', async () => {
    const plan = await pipeline().create('/v1/payment-plans', { name: 'Plan', instalments });
    const { id } = await pipeline().lead();
    const calls = Array.from({ length: 6 }, () => win({ payment_plan_id: plan.id }, id));
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.deal?.id}`)).size).to.equal(1);
    const dealId = answers[0]?.body.deal.id;
    expect([(await instalmentsOf(dealId)).length, (await invoicesOf(dealId)).length]).to.deep.equal([4, 2]);
  });

  it('lists the instalments in plan order, by default all on one page', async () => {
    const { body } = await win({ instalments });
    const list = (query: string) => pipeline().request('GET', `/v1/deals/${body.deal.id}/instalments${query}`);
    const labels = ({ body: rows }: { readonly body: readonly { readonly label: string }[] }) =>
      rows.map(({ label }) => label);
    const all = await list('');
    expect(all.meta).to.deep.include({ page: 1, per_page: 100, total: 4, total_pages: 1 });
    expect(labels(await list('?page=2&per_page=3'))).to.deep.equal(['Handover']);
    const begin = await list('?per_page=2&cursor=');
    const rest = await list(`?per_page=2&cursor=${begin.meta['next_cursor']}`);
    expect([...labels(begin), ...labels(rest)]).to.deep.equal(labels(all));
    expect((await list('?page=0')).status).to.equal(422);
  });

  it('lists the instalments by the time of their last change, page by page, in both directions', async () => {
    const { body } = await win({ instalments });
    const path = `/v1/deals/${body.deal.id}/instalments`;
    const planned = await instalmentsOf(body.deal.id);
    const payment = { amount: 90_000, method: 'cash' };
    await pipeline().request('POST', `/v1/invoices/${planned[0].invoice_id}/payments`, { body: payment });
    for (const order of ['asc', 'desc']) {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = `?sort=updated_at&order=${order}&per_page=1&cursor=${cursor}`;
        const reply: Awaited<ReturnType<typeof win>> = await pipeline().request('GET', `${path}${query}`);
        found.push(reply.body[0].label);
        cursor = reply.meta.next_cursor;
      }
      expect(found, order).to.have.members(instalments.map(({ label }) => label));
      expect(found.at(order === 'asc' ? -1 : 0), order).to.equal('On signing');
    }
    const reversed = await pipeline().request('GET', `${path}?order=desc`);
    expect(reversed.body[0].label).to.equal('Handover');
    for (const query of ['sort=amount', 'order=sideways']) {
      expect((await pipeline().request('GET', `${path}?${query}`)).status, query).to.equal(422);
    }
  });

  it('has no instalments without a plan', async () => {
    const { body } = await win({ payment_plan_id: null, instalments: null });
    expect(body.deal).to.include({ payment_plan_id: null, invoiced: 450_000.01 });
    expect(await instalmentsOf(body.deal.id)).to.deep.equal([]);
    expect((await invoicesOf(body.deal.id))[0]).to.include({ instalment_id: null, due_on: null, overdue: false });
  });

  for (const [title, body, field] of [
    ['both a plan and instalments', { payment_plan_id: 'plan_1', instalments }, 'instalments'],
    ['an unknown plan', { payment_plan_id: 'plan_none' }, 'payment_plan_id'],
    ['no instalments', { instalments: [] }, 'instalments'],
    ['a wrong sum', { instalments: instalments.slice(1) }, 'instalments'],
    ['an instalment that rounds to 0', { deal_value: 0.01, instalments }, 'deal_value'],
  ] as const) {
    it(`refuses ${title}`, async () => {
      const refused = await win(body);
      expect([refused.status, refused.body.details[0].field]).to.deep.equal([422, field]);
    });
  }

  it('reports an unknown plan together with the other errors', async () => {
    const plan = await pipeline().create('/v1/payment-plans', { name: 'Plan', instalments });
    const used = await win({ payment_plan_id: plan.id });
    expect((await pipeline().request('DELETE', `/v1/payment-plans/${plan.id}`)).status).to.equal(204);
    const fields = async (body: object, leadId?: string) =>
      (await win(body, leadId)).body.details.map(({ field }: { field: string }) => field);
    const faulty = { property_id: null, deal_value: 0.001, commission: 5 };
    for (const payment_plan_id of ['plan_none', plan.id]) {
      const found = await fields({ ...faulty, payment_plan_id });
      expect(found).to.have.members(['commission', 'deal_value', 'property_id', 'payment_plan_id']);
    }
    expect(await fields({ deal_value: 'a', payment_plan_id: 'plan_none' })).to.have.members([
      'deal_value',
      'payment_plan_id',
    ]);
    expect((await win({ payment_plan_id: plan.id }, used.body.id)).status).to.equal(200);
  });

  it('cancels the instalments and voids the invoices when the lead is reopened, unless anything is paid', async () => {
    const { body } = await win({ instalments });
    const [invoice] = await invoicesOf(body.deal.id);
    const payment = await pipeline().create(`/v1/invoices/${invoice.id}/payments`, { amount: 1, method: 'cash' });
    const reopen = () => pipeline().request('POST', `/v1/leads/${body.id}/stage`, { body: { stage: 'viewing' } });
    const refused = await reopen();
    expect([refused.status, refused.body.reason]).to.deep.equal([409, 'invoice_paid']);
    await pipeline().request('DELETE', `/v1/invoices/${invoice.id}/payments/${payment.id}`);
    expect((await reopen()).status).to.equal(200);
    const statuses = (await instalmentsOf(body.deal.id)).map(({ status }: { status: string }) => status);
    expect(statuses).to.deep.equal(Array(4).fill('cancelled'));
    for (const one of await invoicesOf(body.deal.id)) expect(one).to.include({ status: 'void', balance: 0 });
    const deal = (await pipeline().request('GET', `/v1/deals/${body.deal.id}`)).body;
    expect(deal).to.include({ status: 'cancelled', invoiced: 0, paid: 0 });
  });

  it("uses the workspace's setting and time zone", async () => {
    const due = addDays(toLocalDay(new Date(), 'Pacific/Kiritimati'), 3);
    const { id } = await pipeline().lead();
    const body = { ...terms, instalments: [{ label: 'All', percent: 100, due: { on: 'date', date: due } }] };
    const as = { settings: { invoice_lead_days: 2 }, timeZone: 'Pacific/Kiritimati' };
    const won = await pipeline().request('POST', `/v1/leads/${id}/won`, { body, as });
    expect(won.body.deal.invoiced).to.equal(0);
    expect((await instalmentsOf(won.body.deal.id))[0]).to.include({ status: 'planned', due_on: due });
  });
});
