import { type Caller, createSystemCaller, type Tenant } from '@plotline/kit/caller';
import { requestLifetimeMs } from '@plotline/kit/deadline';
import type { QueuedWork } from '@plotline/kit/jobs/due-queue';
import { addDelay, createDueWorker, FailedRun, type NextRun, scheduleNextRun } from '@plotline/kit/jobs/due-work';
import type { PeriodicTask } from '@plotline/kit/jobs/periodic-task';
import type { Owned } from '@plotline/kit/mongo/collection';
import type { Context } from '../context.js';
import { type CurrentPrice, hasOutdatedPrice, toListingPrice } from '../domain/listing-price.js';
import { OutdatedLeads } from './outdated-leads.js';

export type PriceRefreshContext = Pick<Context, 'leadPrices' | 'listings' | 'priceRefreshQueue' | 'clock' | 'runtime'>;

interface WorkerContext extends PriceRefreshContext {
  readonly outdatedLeads: OutdatedLeads;
}

/** Listings of a run. */
const maxListings = 50;
/** Leads of a run, of a step of it and of a transaction. The last is small: it rarely conflicts with another writer. */
const [maxLeads, maxTaken, maxBatch] = [200, 100, 50];

const firstDelayMs = 1_000;
/** When leads are looked at again after the last change. The first delays are short, as most requests are. */
const delaysMs = [firstDelayMs, 4_000, 15_000, requestLifetimeMs];

type Work = Owned<QueuedWork>;

/** A listing to refresh, with its price in inventory. */
interface Refresh {
  readonly work: Work;
  readonly listing: CurrentPrice;
}

function createCaller(tenant: Tenant, { request_id }: Work): Caller {
  return createSystemCaller(tenant, 'listing update', request_id);
}

/** Reads the prices of all listings with one call. */
async function readPrices({ listings }: PriceRefreshContext, caller: Caller, all: readonly Work[]): Promise<Refresh[]> {
  const found = await listings.find(
    caller,
    all.map(({ subject_id }) => subject_id),
  );
  const prices = new Map(found.map((listing) => [listing.id, toListingPrice(listing)]));
  return all.map((work) => {
    const id = work.subject_id;
    return { work, listing: { id, price: prices.get(id) ?? null } };
  });
}

/** After a change, leads are looked at from the first delay on: another request may write back the lead that it has read. */
function scheduleAfterChange(now: Date, isComplete: boolean): NextRun {
  return { since: now, due_at: isComplete ? addDelay(now, firstDelayMs) : now };
}

interface RefreshedBatch {
  /** Leads with an outdated price. */
  readonly found: number;
  /** The listings whose price was outdated in a lead. */
  readonly outdated: ReadonlySet<Refresh>;
  readonly result: NextRun | FailedRun;
}

/** Refreshes up to `limit` leads with an outdated price of one of the listings. */
async function refreshBatch(
  { leadPrices, outdatedLeads, clock }: WorkerContext,
  reader: Caller,
  all: readonly Refresh[],
  limit: number,
): Promise<RefreshedBatch> {
  const listings = all.map(({ listing }) => listing);
  const leads = await outdatedLeads.take(reader, listings, limit);
  const outdated = new Set(all.filter(({ listing }) => leads.some((lead) => hasOutdatedPrice(lead, listing))));
  const [first] = outdated;
  if (!first) return { found: leads.length, outdated, result: null };
  // The deadline of the call that read the prices: they are not written after it.
  const caller = { ...createCaller(reader, first.work), deadline: reader.deadline };
  try {
    for (let start = 0; start < leads.length; start += maxBatch) {
      const ids = leads.slice(start, start + maxBatch).map(({ id }) => id);
      await leadPrices.refresh({ caller }, ids, listings);
    }
    return { found: leads.length, outdated, result: scheduleAfterChange(clock(), leads.length < limit) };
  } catch (error) {
    outdatedLeads.forget(reader, listings);
    return { found: leads.length, outdated, result: new FailedRun(error) };
  }
}

/**
 * Refreshes leads of one workspace that are interested in the listings, up to a bound. The prices are read in each run, so
 * that the last run of a listing corrects what was written by a request that had read an earlier price.
 */
async function refreshLeads(context: WorkerContext, tenant: Tenant, all: readonly Work[]) {
  const results = new Map<Work, NextRun | FailedRun>();
  const [first] = all;
  if (!first) return results;
  const began = context.clock();
  const reader = createCaller(tenant, first);
  let rest = await readPrices(context, reader, all);
  for (let left = maxLeads; left > 0 && rest.length > 0; ) {
    const limit = Math.min(left, maxTaken);
    const { found, outdated, result } = await refreshBatch(context, reader, rest, limit);
    for (const { work } of outdated) results.set(work, result);
    rest = rest.filter((refresh) => !outdated.has(refresh));
    left -= found;
    if (found === limit) continue;
    for (const { work } of rest) results.set(work, scheduleNextRun(work.since, delaysMs, began));
    return results;
  }
  return results;
}

/** Stores current prices in leads whose listings changed, and scores the leads by them. */
export function createPriceRefresh(context: PriceRefreshContext): PeriodicTask {
  const { priceRefreshQueue, clock, runtime } = context;
  const working = { ...context, outdatedLeads: new OutdatedLeads(context.leadPrices) };
  return createDueWorker({
    name: 'price-refresh',
    intervalMs: 1_000,
    maxBatch: maxListings,
    work: priceRefreshQueue,
    clock,
    runtime,
    run: (tenant, queued) => refreshLeads(working, tenant, queued),
  });
}
