import { type Answer, noContent } from '@plotline/kit/core/answer';
import type { Caller, Mode } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { type Entry, journalCollection } from '@plotline/kit/store/journal/entry';
import { type Context, createContext } from '@plotline/pipeline/context';
import type { Lead, Stage } from '@plotline/pipeline/leads/model/lead';
import { moveLead } from '@plotline/pipeline/leads/model/stage';
import type { Construction, Progress } from '@plotline/pipeline/peers/inventory';
import type { Deal, DealTerms, Invoice } from '@plotline/pipeline/sales/model/deal';
import { findAmountLeft } from '@plotline/pipeline/sales/model/record-payment';
import type { Sale } from '@plotline/pipeline/sales/model/sale';
import { changeLead } from '@plotline/pipeline/sales/work/change-lead';
import { addPayment } from '@plotline/pipeline/sales/work/change-payments';
import { createSaleRepair } from '@plotline/pipeline/sales/work/sale-repair';
import { winLead } from '@plotline/pipeline/sales/work/win-lead';
import { expect } from 'chai';
import { giveBack, migratePooled, takeDatabases } from '../../support/database-pool.js';
import { createTestRuntime, noMigrations, testCaller } from '../../support/test-runtime.js';
import { FakeInventory } from './fake-inventory.js';
import { unreachablePeers } from './pipeline.js';
import { sampleLead } from './sample-lead.js';

/** Replicas of pipeline that share one database and one inventory, and a clock that can be advanced. */
export class SalesFixture {
  readonly inventory = new FakeInventory();
  /** Construction data of every property. */
  progress: Progress = { completionDate: null, milestones: [] };
  readonly #databases = takeDatabases('sales');
  readonly #replicas: Context[] = [];
  #ahead = 0;

  /** Starts a new replica. */
  async replica(): Promise<Context> {
    const clock = () => new Date(Date.now() + this.#ahead);
    const runtime = await createTestRuntime('pipeline', clock, this.#databases.name);
    const agent = {
      id: 'agent_1',
      name: 'Ana',
      email: 'ana@example.com',
      role: 'agent',
      status: 'active',
      team_id: '',
      active_since: 0,
      deactivated_at: 0,
    };
    const agents = { find: async () => [{ ...agent, commission_rate: 0.03 }], findNamed: async () => [] };
    const construction: Construction = { getProgress: async () => this.progress };
    const peers = { units: this.inventory, listings: this.inventory, construction, agents };
    const context = createContext(runtime, unreachablePeers, peers);
    this.#replicas.push(context);
    await migratePooled(this.#databases, runtime, noMigrations);
    return context;
  }

  /** Advances the clock, by default past the longest duration of a request. */
  advanceClock(ms = 120_000): void {
    this.#ahead += ms;
  }

  /** Runs a replica's repair until no sale is left to repair. */
  async repair(context: Context): Promise<void> {
    const repair = createSaleRepair(context);
    for (let round = 0; round < 3; round += 1) {
      this.advanceClock();
      await repair.run();
    }
    expect(await findDueSales(context, new Date(8.64e15)), 'sales left over').to.deep.equal([]);
  }

  /** Returns the first replica. */
  get context(): Context {
    const [first] = this.#replicas;
    if (!first) throw new Error('There is no replica.');
    return first;
  }

  async stop(): Promise<void> {
    const [first, ...others] = this.#replicas;
    for (const { runtime } of others) await runtime.databases.close();
    if (!first) return;
    await giveBack(this.#databases, first.runtime.databases);
    await first.runtime.databases.close();
  }
}

/** Creates a fixture with a first replica, and with units that can be sold. */
export async function startSales(...unitIds: string[]): Promise<SalesFixture> {
  const fixture = new SalesFixture();
  for (const id of unitIds) fixture.inventory.addUnit(id);
  await fixture.replica();
  return fixture;
}

/** Returns the sales that the repair would process at that time. */
export function findDueSales(context: Context, now = context.clock()): Promise<readonly Sale[]> {
  return context.sales.jobs.findDue('live', now, 100);
}

export const unitTerms: DealTerms = { property_id: 'unit_1', value: 450_000, commission: null, notes: null };

/** Caller with a late deadline, because the tests check the order of steps and not speed. */
export function salesCaller(workspaceId = 'ws_test', mode: Mode = 'live'): Caller {
  return testCaller(workspaceId, mode, { deadline: Date.now() + 60_000 });
}

export async function addLead(context: Context, fields: Partial<Lead> = {}): Promise<Lead> {
  const lead = sampleLead({ id: newId('lead'), assigned_agent: 'agent_1', ...fields });
  await context.leadWriter.add({ caller: salesCaller() }, lead, () => noContent());
  return lead;
}

/** Won lead, with the answer and the stored records. */
export interface WonLead {
  readonly answer: Answer;
  readonly lead: Lead;
  readonly deal: Deal;
}

export async function win(
  context: Context,
  leadId: string,
  terms: DealTerms = unitTerms,
  caller = salesCaller(),
): Promise<WonLead> {
  const answer = await winLead(context, { caller }, leadId, terms);
  const lead = await context.leads.get(caller, leadId);
  const body: unknown = 'body' in answer ? answer.body : null;
  const shown: unknown = typeof body === 'object' && body !== null && 'deal' in body ? body.deal : null;
  if (!lead || typeof shown !== 'object' || shown === null || !('id' in shown)) throw new Error('The lead is not won.');
  return { answer, lead, deal: await context.deals.getExisting(caller, String(shown.id)) };
}

export function move(context: Context, leadId: string, stage: Stage, caller = salesCaller()): Promise<Answer> {
  const decide = (before: Lead) => {
    const record = moveLead(before, stage, undefined, context.clock());
    return { record, entries: context.leads.describeChange(before, record) };
  };
  return changeLead(context, { caller }, { id: leadId, decide });
}

/** Returns the first invoice of a deal. */
export async function invoiceOf(context: Context, dealId: string, caller = salesCaller()): Promise<Invoice> {
  const [invoice] = await context.invoices.listOfDeals(caller, [dealId]);
  if (!invoice) throw new Error(`The deal ${dealId} has no invoice.`);
  return invoice;
}

/** Records a payment for an invoice, by default of its balance. */
export function pay(context: Context, invoiceId: string, amount?: number, caller = salesCaller()): Promise<Answer> {
  const id = newId('pay');
  const received = { method: 'cash', paid_on: '2026-03-02', reference: null } as const;
  return addPayment(
    context,
    { caller },
    {
      invoiceId,
      decide: (invoice) => ({ id, amount: amount ?? findAmountLeft(invoice), ...received }),
      toAnswer: () => noContent(),
    },
  );
}

/** Returns all deals of the workspace. */
export async function dealsOf(context: Context, caller = salesCaller()) {
  const query = { page: 1, per_page: 100, sort: 'created_at', order: 'asc' } as const;
  return (await context.deals.list(caller, query)).records;
}

/**
 * Returns the entry types of a record's timeline, and the names of its published and unpublished events, oldest first.
 */
export async function timelineOf(context: Context, subject: string, caller = salesCaller()) {
  const journal = context.runtime.databases[caller.mode].collection<Entry>(journalCollection);
  const selected = { workspace_id: caller.workspaceId, subject };
  const oldestFirst = await journal.find(selected).sort({ at: 1, _id: 1 }).toArray();
  return {
    types: oldestFirst.map(({ type }) => type),
    events: oldestFirst.flatMap(({ events }) => events.map(({ name }) => name)),
  };
}

/** Awaits all calls and counts their outcomes: 200, or the code of the problem. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of await Promise.allSettled(calls)) {
    const reason: unknown = result.status === 'fulfilled' ? undefined : result.reason;
    const known =
      typeof reason === 'object' && reason !== null && 'code' in reason ? String(reason.code) : String(reason);
    const outcome = result.status === 'fulfilled' ? '200' : known;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Returns the code that a promise rejects with. Fails if it does not reject. */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<{ code: string; details: readonly { field: string }[] }> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (typeof outcome !== 'object' || outcome === null || !('code' in outcome))
    throw new Error(`Not refused: ${outcome}`);
  const details = 'details' in outcome && Array.isArray(outcome.details) ? outcome.details : [];
  return { code: String(outcome.code), details };
}
