import { testKeptAnswers } from '../../../support/kept-answers.js';
import { useFixture } from '../../../support/use-fixture.js';
import { FakeInventory } from '../../support/fake-inventory.js';
import { type Pipeline, startPipeline } from '../../support/pipeline.js';

const person = { name: 'Noor Haddad', email: 'noor@example.com' };

describe('The response of pipeline to a POST with an Idempotency-Key', () => {
  const inventory = new FakeInventory();
  const pipeline = useFixture((): Promise<Pipeline> => startPipeline({ units: inventory, listings: inventory }));
  const post = (path: string, body: object) => pipeline().request('POST', path, { body });

  let created = 0;
  const newPerson = () => {
    created += 1;
    return { ...person, email: `noor${created}@example.com` };
  };

  /** Prepares a request about a new lead. */
  async function onLead(action: string, body: object) {
    const { id } = await pipeline().lead(newPerson());
    return { path: `/v1/leads/${id}/${action}`, body };
  }

  async function lost() {
    const body = { reason: 'price_too_high' };
    const { path } = await onLead('lost', body);
    await post(path, body);
    return { path, body: { ...body, notes: 'Asked again.' } };
  }

  /** Pair of new leads, and the request that merges them. */
  async function newPair() {
    const [keep, merge] = [await pipeline().lead(newPerson()), await pipeline().lead(newPerson())];
    return { keep: keep.id, merge: merge.id };
  }

  async function onPair() {
    const { keep, merge } = await newPair();
    return { path: `/v1/leads/${keep}/merge`, body: { lead_id: merge } };
  }

  async function openInvoice() {
    const { path, body } = await onLead('won', { property_id: 'prop_1', deal_value: 100 });
    const { deal } = (await post(path, body)).body;
    const [invoice] = (await pipeline().request('GET', `/v1/invoices?deal_id=${deal.id}`)).body;
    return { path: `/v1/invoices/${invoice.id}/paid` };
  }

  async function newPayment() {
    const { path } = await openInvoice();
    return { path: path.replace(/paid$/, 'payments'), body: { amount: 1, method: 'cash' } };
  }

  const instalments = [
    { label: 'Now', percent: 40, due: { on: 'sale', days: 0 } },
    { label: 'Later', percent: 60, due: { on: 'sale', days: 300 } },
  ];

  const newTask = async () => {
    const { id } = await pipeline().lead(newPerson());
    return { lead_id: id, title: 'Call', due_at: '2026-05-02T09:00:00.000Z' };
  };

  async function onTask(action: string) {
    const { id } = await pipeline().create('/v1/tasks', await newTask());
    return { path: `/v1/tasks/${id}/${action}` };
  }

  async function done() {
    const { path } = await onTask('done');
    await post(path, {});
    return { path: path.replace(/done$/, 'reopen') };
  }

  /** The sale is stored before the call to inventory. A repeated request joins this sale. */
  const saleIntents = ['sales', 'invoice_counts'];

  testKeptAnswers(
    'pipeline',
    pipeline,
    [
      { operation: 'createLead', prepare: async () => ({ path: '/v1/leads', body: newPerson() }) },
      {
        operation: 'createLead',
        variant: 'unless it is a duplicate',
        prepare: async () => ({ path: '/v1/leads?on_duplicate=return', body: newPerson() }),
      },
      {
        operation: 'createLeads',
        prepare: async () => ({ path: '/v1/leads/bulk', body: { leads: [newPerson(), newPerson()] } }),
      },
      {
        operation: 'createLeads',
        variant: 'partial',
        prepare: async () => {
          const leads = [newPerson(), { name: 'Without an email' }];
          return { path: '/v1/leads/bulk?partial=true', body: { leads } };
        },
      },
      { operation: 'moveLead', prepare: () => onLead('stage', { stage: 'viewing' }) },
      { operation: 'loseLead', prepare: () => onLead('lost', { reason: 'price_too_high', notes: 'Too much.' }) },
      { operation: 'loseLead', variant: 'with notes on a lost lead', prepare: lost },
      { operation: 'mergeLead', prepare: onPair },
      { operation: 'createLeadNote', prepare: () => onLead('notes', { content: 'Wants a balcony.' }) },
      {
        operation: 'createLeadNote',
        variant: 'of a call',
        prepare: () => onLead('notes', { content: 'Called.', type: 'call' }),
      },
      {
        operation: 'winLead',
        intents: saleIntents,
        prepare: () => {
          inventory.addUnit('unit_1');
          return onLead('won', { property_id: 'unit_1', deal_value: 445_000 });
        },
      },
      {
        operation: 'winLead',
        variant: 'in instalments',
        intents: saleIntents,
        prepare: () => onLead('won', { property_id: 'prop_1', deal_value: 445_000, instalments }),
      },
      {
        operation: 'createPaymentPlan',
        prepare: async () => ({ path: '/v1/payment-plans', body: { name: 'Plan', instalments } }),
      },
      { operation: 'payInvoice', prepare: openInvoice },
      { operation: 'createInvoicePayment', prepare: newPayment },
      { operation: 'createTask', prepare: async () => ({ path: '/v1/tasks', body: await newTask() }) },
      { operation: 'completeTask', prepare: () => onTask('done') },
      { operation: 'reopenTask', prepare: done },
    ],
    { rowByRow: ['mergeLeads'], written: ['price_refresh_queue', 'reassignment_queue', 'record_counters'] },
  );
});
