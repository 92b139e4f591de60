import { type Caller, createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { requestLifetimeMs } from '@plotline/kit/core/time';
import { createDeferredWorker, FailedRun, type NextRun, scheduleNextRun } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import { type CurrentPrice, hasOutdatedPrice, priceRefreshActor, toListingPrice } from '../model/listing-price.js';
import type { PricedLead } from '../store/lead-prices.js';
import {
  createRefresh,
  type PriceRefreshJob,
  type Refresh,
  type RefreshBounds,
  type RefreshedPart,
  takePart,
} from './interested-leads.js';

export type PriceRefreshContext = Pick<Context, 'leadPrices' | 'listings' | 'priceRefreshQueue' | 'clock' | 'runtime'>;

const standardBounds: RefreshBounds = { maxRead: 2_000, maxChanged: 200 };
/** Maximum number of listings in a run. */
const maxListings = 50;
/** Maximum number of leads in a transaction. A small transaction rarely conflicts with other writers. */
const maxBatch = 50;

/**
 * Delays after which leads are checked again after the last change. The first delays are short, because most requests
 * are short.
 */
const delaysMs = [1_000, 4_000, 15_000, requestLifetimeMs];

function createCaller(tenant: Tenant, { request_id }: PriceRefreshJob): Caller {
  return createSystemCaller(tenant, priceRefreshActor, request_id);
}

/** Reads the prices of all listings with one call. */
async function readPrices(
  { listings }: PriceRefreshContext,
  caller: Caller,
  all: readonly PriceRefreshJob[],
): Promise<Refresh[]> {
  const found = await listings.find(
    caller,
    all.map(({ subject_id }) => subject_id),
  );
  const prices = new Map(found.map((listing) => [listing.id, toListingPrice(listing)]));
  return all.map((job) => createRefresh(job, prices.get(job.subject_id) ?? null));
}

/** Stores the current prices in the leads. Resolves to the error, if any. */
async function refreshAll(
  { leadPrices }: PriceRefreshContext,
  caller: Caller,
  leads: readonly PricedLead[],
  listings: readonly CurrentPrice[],
): Promise<FailedRun | null> {
  try {
    for (let start = 0; start < leads.length; start += maxBatch) {
      const ids = leads.slice(start, start + maxBatch).map(({ id }) => id);
      await leadPrices.refresh({ caller }, ids, listings);
    }
    return null;
  } catch (error) {
    return new FailedRun(error);
  }
}

/** Schedules the next check of a listing's leads, and stores the position at which it starts. */
function scheduleNext(
  { listing }: Refresh,
  { began, isComplete, walk }: RefreshedPart,
  since: Date,
  now: Date,
): NextRun {
  const next = isComplete(listing) ? scheduleNextRun(since, delaysMs, began) : { resume_at: now };
  return next && { ...next, since, state: walk };
}

/**
 * Refreshes leads of one workspace that are interested in the listings, up to a limit. Reads the prices in each run. So
 * the last run of a listing corrects the writes of requests that had read an earlier price.
 */
async function refreshLeads(
  context: PriceRefreshContext,
  bounds: RefreshBounds,
  tenant: Tenant,
  all: readonly PriceRefreshJob[],
) {
  const results = new Map<PriceRefreshJob, NextRun | FailedRun>();
  const [oldest] = all;
  if (!oldest) return results;
  const began = context.clock();
  const reader = createCaller(tenant, oldest);
  const [first, ...others] = await readPrices(context, reader, all);
  if (!first) return results;
  const refreshes = [first, ...others] as const;
  const part = await takePart(context.leadPrices, reader, refreshes, { ...bounds, began });
  const listings = refreshes.map(({ listing }) => listing);
  const changed = new Set(
    refreshes.filter(({ listing }) => part.taken.some((lead) => hasOutdatedPrice(lead, listing))),
  );
  const [cause] = changed;
  // The deadline of the call that read the prices applies, so that these prices aren't written after it.
  const caller = { ...createCaller(tenant, cause?.job ?? oldest), deadline: reader.deadline };
  const failed = await refreshAll(context, caller, part.taken, listings);
  const now = context.clock();
  for (const refresh of new Set([...part.refreshes, ...changed])) {
    const { job } = refresh;
    const since = changed.has(refresh) ? now : job.since;
    if (failed && changed.has(refresh)) results.set(job, failed);
    else if (part.refreshes.includes(refresh)) results.set(job, scheduleNext(refresh, part, since, now));
    else results.set(job, { resume_at: job.resume_at, since });
  }
  return results;
}

/** Creates the task that stores current prices in leads whose listings changed, and updates their scores. */
export function createPriceRefresh(context: PriceRefreshContext, bounds = standardBounds): PeriodicTask {
  const { priceRefreshQueue, clock, runtime } = context;
  return createDeferredWorker({
    name: 'price-refresh',
    intervalMs: 1_000,
    maxBatch: maxListings,
    jobs: priceRefreshQueue,
    clock,
    runtime,
    run: (tenant, queued) => refreshLeads(context, bounds, tenant, queued),
  });
}
