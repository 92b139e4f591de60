import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { backgroundBudgetMs } from '@plotline/kit/core/deadline';
import { type Correction, fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { retryOnConflict } from '@plotline/kit/store/transactions/retry-on-conflict';
import { readAtSnapshot } from '@plotline/kit/store/transactions/snapshot';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import type { ClientSession } from 'mongoose';
import { countDeal, countLead } from '../domain/count-records.js';
import { type Counter, CounterSum } from '../domain/counter.js';
import type { Counters } from './counters.js';
import type { Deals, Invoices } from './deals.js';
import type { Leads } from './leads.js';

type RebuildRuntime = Pick<ServiceRuntime, 'databases' | 'lease' | 'log'>;

export interface CountedStores {
  readonly leads: Leads;
  readonly deals: Deals;
  readonly invoices: Invoices;
  readonly counters: Counters;
}

/** Only one rebuild of a database runs at a time. */
const rebuildLease = 'counter-rebuild';

/** Computes the counters from all leads and deals of a workspace. */
async function countAll(
  { leads, deals, invoices }: CountedStores,
  tenant: Tenant,
  session: ClientSession,
): Promise<Counter[]> {
  const sum = new CounterSum();
  for await (const lead of leads.each(tenant, session)) sum.add(countLead(lead));
  const invoiceStatuses = new Map<string, 'open' | 'paid' | 'void'>();
  for await (const { deal_id, status } of invoices.each(tenant, session)) invoiceStatuses.set(deal_id, status);
  for await (const deal of deals.each(tenant, session))
    sum.add(countDeal(deal, invoiceStatuses.get(deal.id) ?? 'void'));
  return sum.toCounters();
}

/** Wrong counter with its expected and stored counts. */
interface WrongCounter extends Correction {
  /** Such as `agent_1 2026-03-01`. The counter of a whole workspace and of all time has no agent and no day. */
  readonly field: string;
}

/** Describes the expected and the stored counts of each incomplete counter. */
function describeWrong(counted: readonly Counter[], missing: readonly Counter[]): WrongCounter[] {
  const toField = ({ agent_id, day }: Counter) => `${agent_id || 'workspace'} ${day || 'all'}`;
  const expectedCounts = new Map(counted.map((counter) => [toField(counter), counter.counts]));
  return missing.map((lack) => {
    const field = toField(lack);
    const names = Object.entries(lack.counts);
    const get = (name: string) => expectedCounts.get(field)?.[name] ?? 0;
    return {
      field,
      expected: Object.fromEntries(names.map(([name]) => [name, get(name)])),
      found: Object.fromEntries(names.map(([name, count]) => [name, get(name) - count])),
    };
  });
}

/** Progress of the rebuild of one workspace, and the wrong counters. */
interface RebuiltWorkspace extends Rebuilt {
  readonly wrong: readonly WrongCounter[];
}

/**
 * Counts outside of a transaction, because the database would end a transaction that takes as long as many leads do.
 */
function rebuildWorkspace(
  databases: RebuildRuntime['databases'],
  stores: CountedStores,
  tenant: Tenant,
  {
    isDryRun = false,
    afterwards = async () => undefined,
  }: { readonly isDryRun?: boolean; readonly afterwards?: (session: ClientSession) => Promise<void> } = {},
): Promise<RebuiltWorkspace> {
  const database = databases[tenant.mode];
  return retryOnConflict(async () => {
    const { result } = await readAtSnapshot(database, '', async (session) => {
      const counted = await countAll(stores, tenant, session);
      const difference = await stores.counters.compare(tenant, counted, session);
      return { checked: counted.length, difference, wrong: describeWrong(counted, difference.missing) };
    });
    const { checked, difference, wrong } = result;
    if (!isDryRun) {
      await runInTransaction(database, Date.now() + backgroundBudgetMs, async (session) => {
        await stores.counters.correct(tenant, difference, session);
        await afterwards(session);
      });
    }
    return { checked, corrected: wrong.length, wrong };
  });
}

/**
 * Recounts the leads and deals of every workspace, each in its own snapshot, while they change. A change that commits
 * meanwhile is not in the snapshot, and adds to the result as to any counter.
 */
async function rebuildEach(
  { databases, log }: RebuildRuntime,
  stores: CountedStores,
  mode: Mode,
  { after, advance, dryRun }: RebuildProgress,
): Promise<Rebuilt> {
  let checked = 0;
  let corrected = 0;
  const workspaces = new Set([
    ...(await stores.leads.listWorkspaces(mode)),
    ...(await stores.counters.listWorkspaces(mode)),
  ]);
  const isMeant = (id: string) => id > after && id === (dryRun?.workspaceId ?? id);
  for (const workspaceId of [...workspaces].filter(isMeant).sort()) {
    const { wrong, ...rebuilt } = await rebuildWorkspace(
      databases,
      stores,
      { workspaceId, mode },
      { isDryRun: dryRun !== undefined },
    );
    for (const one of wrong) dryRun?.onWrong({ workspace_id: workspaceId, id: workspaceId, ...one });
    if (rebuilt.corrected > 0 && !dryRun)
      log.warn({ workspace_id: workspaceId, mode, ...rebuilt }, 'wrong counters found');
    checked += rebuilt.checked;
    corrected += rebuilt.corrected;
    await advance({ after: workspaceId, ...rebuilt });
  }
  return { checked, corrected };
}

/** Rebuilds the counters of a database while the service runs. A dry run stores nothing. */
export function rebuildCounters(
  runtime: RebuildRuntime,
  stores: CountedStores,
  mode: Mode,
  progress: RebuildProgress = fromStart,
): Promise<Rebuilt> {
  const rebuild = () => rebuildEach(runtime, stores, mode, progress);
  return progress.dryRun ? rebuild() : runtime.lease.whenFree(mode, rebuildLease, rebuild);
}

/** Rebuilds the counters of one workspace whose totals were suspended. */
export async function rebuildWorkspaceCounters(
  runtime: RebuildRuntime,
  stores: CountedStores,
  tenant: Tenant,
): Promise<void> {
  const afterwards = (session: ClientSession) => stores.counters.resumeTotals(tenant, session);
  await runtime.lease.whenFree(tenant.mode, rebuildLease, () =>
    rebuildWorkspace(runtime.databases, stores, tenant, { afterwards }),
  );
}
