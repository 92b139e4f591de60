import { addDays, toLocalDay } from '@plotline/kit/core/time-zone';
import type { ReachedMilestone } from '@plotline/pipeline/peers/inventory';
import { createMilestoneInvoicing } from '@plotline/pipeline/sales/work/milestone-invoicing';
import { createMilestoneConsumer } from '@plotline/pipeline/sales/work/property-consumers';
import { MilestonesServiceService } from '@plotline/protos/plotline/pipeline/v1/milestones';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const property_id = 'prop_river';

describe('Invoicing by milestones', () => {
  let milestones: readonly ReachedMilestone[];
  let aheadMs: number;

  const readClock = () => new Date(Date.now() + aheadMs);
  /** Clock that is an hour ahead. So jobs are due for the tests, but not for the service's worker. */
  const readWorkerClock = () => new Date(readClock().getTime() + 3_600_000);
  const workerContext = () => ({ ...pipeline().context, clock: readWorkerClock });

  const pipeline = useFixturePerTest(() => {
    milestones = [];
    aheadMs = 0;
    const construction = { getProgress: async () => ({ completionDate: null, milestones }) };
    return startPipeline({ construction }, { clock: readClock });
  });

  async function win(instalments: readonly object[]) {
    const { id } = await pipeline().lead();
    const body = { property_id, deal_value: 1_000, instalments };
    const { body: won } = await pipeline().request('POST', `/v1/leads/${id}/won`, { body });
    return { leadId: won.id, dealId: won.deal.id };
  }

  const waiting = (milestone: string, percent = 100, days = 30) => {
    return { label: milestone, percent, due: { on: 'milestone', milestone, days } };
  };

  const instalmentsOf = async (dealId: string) =>
    (await pipeline().request('GET', `/v1/deals/${dealId}/instalments`)).body;

  /** Records a milestone in inventory, and notifies pipeline. */
  async function reach(name: string, reachedOn = '2026-01-10', id = 'mile_1') {
    milestones = [...milestones, { id, name, reachedOn }];
    const data = { property_id, name, reached_on: reachedOn, created_at: readClock() };
    const envelope = { id: 'evt_1', event: 'milestone.reached', timestamp: readClock(), workspace_id: 'ws_test', data };
    const payload = JSON.stringify(envelope);
    const event = { id: 'evt_1', name: 'milestone.reached', mode: 'live', payload, requestId: 'req_1' } as const;
    await createMilestoneConsumer(workerContext()).handle(event);
  }

  const run = (bounds = { maxBatch: 4, maxBatches: 2 }) => createMilestoneInvoicing(workerContext(), bounds).run();

  const withdraw = (milestone_id: string, name: string) =>
    pipeline().rpc(MilestonesServiceService.withdrawMilestone, { milestone_id, property_id, name }, callContext());

  it('invoices waiting instalments, ignoring the case of the name, and counts days from the milestone', async () => {
    const { dealId } = await win([waiting(' Roof ', 40), waiting('pool', 60)]);
    await reach('ROOF');
    await run();
    const [roof, pool] = await instalmentsOf(dealId);
    expect(roof).to.include({ status: 'invoiced', due_on: '2026-02-09' });
    expect(pool).to.include({ status: 'planned', due_on: null, invoice_id: null });
    const { body: invoice } = await pipeline().request('GET', `/v1/invoices/${roof.invoice_id}`);
    expect(invoice).to.include({ amount: 400, due_on: '2026-02-09', overdue: true, instalment_id: roof.id });
    expect(await pipeline().eventNames(invoice.id)).to.deep.equal(['instalment.invoiced', 'invoice.created']);
  });

  it('counts days from the sale if the milestone was reached before the sale', async () => {
    await reach('roof');
    const { dealId } = await win([waiting('Roof')]);
    const [roof] = await instalmentsOf(dealId);
    expect(roof).to.include({ status: 'invoiced', due_on: addDays(toLocalDay(new Date(), 'UTC'), 30) });
    await run();
    expect(await instalmentsOf(dealId)).to.deep.equal([roof]);
  });

  it('invoices each of many deals once, and continues where it stopped if a run fails', async () => {
    const deals: string[] = [];
    for (let count = 0; count < 18; count += 1) deals.push((await win([waiting('roof')])).dealId);
    // Today, because the worker for overdue invoices also reads the time zone.
    await reach('roof', toLocalDay(new Date(), 'UTC'));
    const countInvoices = async () => (await pipeline().request('GET', '/v1/invoices?per_page=100')).body.length;
    // The time zone is read once per batch. Reading it fails for the second batch.
    const { workspacePlaces } = pipeline().context;
    const getTimeZone = workspacePlaces.getTimeZone.bind(workspacePlaces);
    let batchesLeft = 0;
    workspacePlaces.getTimeZone = async (tenant) => {
      if (batchesLeft === 0) throw new Error('The database is gone.');
      batchesLeft -= 1;
      return getTimeZone(tenant);
    };
    for (const expected of [4, 8, 12, 16, 18]) {
      batchesLeft = 1;
      await run({ maxBatch: 4, maxBatches: 10 });
      expect(await countInvoices()).to.equal(expected);
      // A failed job waits for a moment before it runs again.
      aheadMs += 10_000;
    }
    await run();
    const { body: invoices } = await pipeline().request('GET', '/v1/invoices?per_page=100');
    const invoiced = invoices.map(({ deal_id }: { deal_id: string }) => deal_id);
    expect(invoiced.sort()).to.deep.equal([...deals].sort());
    expect(new Set(invoices.map(({ number }: { number: string }) => number)).size).to.equal(deals.length);
    for (const dealId of deals) {
      expect((await pipeline().request('GET', `/v1/deals/${dealId}`)).body.invoiced).to.equal(1_000);
    }
  });

  it('checks again for sales that were in progress', async () => {
    await reach('roof');
    await run();
    const known = milestones;
    milestones = [];
    const { dealId } = await win([waiting('roof')]);
    milestones = known;
    aheadMs += 2_000;
    await run();
    expect((await instalmentsOf(dealId))[0]).to.include({ status: 'invoiced', due_on: '2026-02-09' });
  });

  it('allows a milestone to be withdrawn only if no instalment of an active deal was invoiced because of it', async () => {
    const { leadId } = await win([waiting('roof')]);
    await reach('roof');
    await run();
    const refusal = await refusalOf(() => withdraw('mile_1', ' Roof'));
    expect(refusal).to.deep.include({ code: 'CONFLICT', reason: 'milestone_invoiced' });
    expect(refusal.data).to.deep.equal({ property_id, name: ' Roof' });
    await pipeline().request('POST', `/v1/leads/${leadId}/stage`, { body: { stage: 'viewing' } });
    await withdraw('mile_1', 'roof');
    await withdraw('mile_1', 'roof');
  });

  it('invoices nothing for a withdrawn milestone, but does so for a later one with the same name', async () => {
    const { dealId } = await win([waiting('roof')]);
    await reach('roof');
    await withdraw('mile_1', 'roof');
    await run();
    const { dealId: later } = await win([waiting('roof')]);
    for (const id of [dealId, later]) expect((await instalmentsOf(id))[0].status).to.equal('planned');
    milestones = [];
    aheadMs += 60_000;
    await reach('roof', '2026-03-01', 'mile_2');
    await run();
    for (const id of [dealId, later]) expect((await instalmentsOf(id))[0].due_on).to.equal('2026-03-31');
  });
});
