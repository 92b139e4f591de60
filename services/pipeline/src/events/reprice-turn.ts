import { type Caller, createSystemCaller, type Tenant } from '@plotline/kit/caller';
import type { Context } from '../context.js';
import { priceOf } from '../domain/listing-price.js';
import { isOutdated, type PresentPrice } from '../domain/reprice.js';
import type { Repricing } from '../store/repricings.js';
import { afterChange, afterFailure, afterPart, afterQuietLook } from './repricing-times.js';

/** What looking at leads needs. */
export type RepricingParts = Pick<Context, 'leadPrices' | 'listings' | 'repricings' | 'clock' | 'runtime'>;

/** Leads of a turn, of a look and of a transaction: small enough that it rarely meets another writer. */
const [mostOfTurn, mostOfLook, mostAtOnce] = [200, 100, 50];

interface Asked {
  readonly due: Repricing;
  readonly listing: PresentPrice;
}

function callerOf(tenant: Tenant, { request_id }: Repricing): Caller {
  return createSystemCaller(tenant, 'listing update', request_id);
}

/** Asks once for all listings. */
async function askPrices({ listings }: RepricingParts, caller: Caller, all: readonly Repricing[]): Promise<Asked[]> {
  const ids = all.map(({ listing_id }) => listing_id);
  const found = await listings.find(caller, ids);
  const known = new Map(found.map((listing) => [listing.id, priceOf(listing)]));
  return all.map((due) => ({ due, listing: { id: due.listing_id, price: known.get(due.listing_id) ?? null } }));
}

/** Has what did not succeed tried again later. */
async function postpone(
  parts: RepricingParts,
  tenant: Tenant,
  all: readonly Repricing[],
  error: unknown,
): Promise<void> {
  const { repricings, clock, runtime } = parts;
  const ids = all.map(({ listing_id }) => listing_id);
  runtime.log.warn({ err: error, listings: ids }, 'leads could not be scored by the prices of their listings yet');
  await repricings.settle(tenant, all, () => afterFailure(clock()));
}

interface Looked {
  readonly found: number;
  /** Listings of which leads knew another price. */
  readonly wrong: ReadonlySet<Asked>;
}

/** Looks at leads that are interested in the listings, and changes those that are wrong, up to the bound. */
async function look(parts: RepricingParts, asking: Caller, all: readonly Asked[], limit: number): Promise<Looked> {
  const { leadPrices, repricings, clock } = parts;
  const listings = all.map(({ listing }) => listing);
  const found = await leadPrices.findOutdated(asking, listings, limit);
  const wrong = all.filter(({ listing }) => found.some((lead) => isOutdated(lead, listing)));
  const due = wrong.map((one) => one.due);
  const [first] = due;
  if (!first) return { found: found.length, wrong: new Set() };
  try {
    // What the question was answered may be written until its deadline, not after.
    const caller = { ...callerOf(asking, first), deadline: asking.deadline };
    for (let start = 0; start < found.length; start += mostAtOnce) {
      const ids = found.slice(start, start + mostAtOnce).map(({ id }) => id);
      await leadPrices.tell({ caller }, ids, listings);
    }
    await repricings.settle(asking, due, () => (found.length < limit ? afterChange(clock()) : afterPart(clock())));
  } catch (error) {
    await postpone(parts, asking, due, error);
  }
  return { found: found.length, wrong: new Set(wrong) };
}

/**
 * Looks at the leads of one workspace that are interested in listings which are due, and changes a bounded number of them.
 * The prices are asked for anew each time, so what was written by somebody who had asked earlier is put right by whoever
 * looks last.
 */
export async function takeTurn(parts: RepricingParts, tenant: Tenant, all: readonly Repricing[]): Promise<void> {
  const [first] = all;
  if (!first) return;
  const began = parts.clock();
  try {
    const asking = callerOf(tenant, first);
    let rest = await askPrices(parts, asking, all);
    for (let left = mostOfTurn; left > 0 && rest.length > 0; ) {
      const limit = Math.min(left, mostOfLook);
      const { found, wrong } = await look(parts, asking, rest, limit);
      rest = rest.filter((one) => !wrong.has(one));
      left -= found;
      if (found === limit) continue;
      const quiet = rest.map(({ due }) => due);
      return await parts.repricings.settle(tenant, quiet, (due) => afterQuietLook(due, began));
    }
  } catch (error) {
    await postpone(parts, tenant, all, error);
  }
}
