import type { Mode, Tenant } from '@plotline/kit/caller';
import { backgroundBudgetMs } from '@plotline/kit/deadline';
import { holdLease } from '@plotline/kit/jobs/hold-lease';
import { type Correction, fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/maintenance/rebuild';
import { retryOnConflict } from '@plotline/kit/mongo/retry-on-conflict';
import { readAtSnapshot } from '@plotline/kit/mongo/snapshot';
import { runInTransaction } from '@plotline/kit/mongo/transaction';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import { countDeal, countLead } from '../domain/count-records.js';
import { type Counter, CounterSum } from '../domain/counter.js';
import type { Counters } from './counters.js';
import type { Deals, Invoices } from './deals.js';
import type { Leads } from './leads.js';

type RebuildRuntime = Pick<ServiceRuntime, 'databases' | 'log'>;

export interface CountedStores {
  readonly leads: Leads;
  readonly deals: Deals;
  readonly invoices: Invoices;
  readonly counters: Counters;
}

/** One rebuild of a database runs at a time. */
const rebuildLease = 'counter-rebuild';

/** The counters that follow from all leads and deals of a workspace. */
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

/** A counter that is wrong. */
interface WrongCounter extends Correction {
  /** Such as `agent_1 2026-03-01`; the counter of a whole workspace and of all time has no agent and no day. */
  readonly field: string;
}

/** Of the counters that lack something, the counts that were expected and those that are stored. */
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

/** What a rebuild of one workspace has done, and what was wrong. */
interface RebuiltWorkspace extends Rebuilt {
  readonly wrong: readonly WrongCounter[];
}

/** Counts outside of a transaction, as the database ends one that lasts for as long as many leads take. */
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
 * Counts the leads and deals of every workspace anew, each in a snapshot of its own, while they are changed: a change that
 * commits meanwhile is not in the snapshot, and adds to the result as to any counter.
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
      log.warn({ workspace_id: workspaceId, mode, ...rebuilt }, 'counters were wrong');
    checked += rebuilt.checked;
    corrected += rebuilt.corrected;
    await advance({ after: workspaceId, ...rebuilt });
  }
  return { checked, corrected };
}

/** Rebuilds the counters of a database, while the service serves. A dry run stores nothing. */
export function rebuildCounters(
  runtime: RebuildRuntime,
  stores: CountedStores,
  mode: Mode,
  progress: RebuildProgress = fromStart,
): Promise<Rebuilt> {
  const rebuild = () => rebuildEach(runtime, stores, mode, progress);
  return progress.dryRun ? rebuild() : holdLease(runtime, mode, rebuildLease, rebuild);
}

/** The same for the counters of one workspace, whose totals were suspended. */
export async function rebuildWorkspaceCounters(
  runtime: RebuildRuntime,
  stores: CountedStores,
  tenant: Tenant,
): Promise<void> {
  const afterwards = (session: ClientSession) => stores.counters.resumeTotals(tenant, session);
  await holdLease(runtime, tenant.mode, rebuildLease, () =>
    rebuildWorkspace(runtime.databases, stores, tenant, { afterwards }),
  );
}
