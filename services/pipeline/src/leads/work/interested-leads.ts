import type { Tenant } from '@plotline/kit/core/caller';
import type { Owned } from '@plotline/kit/store/records/records';
import type { SubjectJob } from '@plotline/kit/tasks/subject-jobs';
import type { ListingPrice } from '../model/lead.js';
import { type CurrentPrice, hasOutdatedPrice, type PriceWalk } from '../model/listing-price.js';
import type { LeadPrices, PricedLead } from '../store/lead-prices.js';

export type PriceRefreshJob = Owned<SubjectJob<PriceWalk>>;

/** Listing to refresh, with its price in inventory. */
export interface Refresh {
  readonly job: PriceRefreshJob;
  readonly listing: CurrentPrice;
  /** Position at which a pass with the same price continues. Null to start a new pass. */
  readonly walk: PriceWalk | null;
}

const toBasis = (price: ListingPrice | null) => JSON.stringify(price);

export function createRefresh(job: PriceRefreshJob, price: ListingPrice | null): Refresh {
  const walk = job.state?.basis === toBasis(price) ? job.state : null;
  return { job, listing: { id: job.subject_id, price }, walk };
}

/** Part of a refresh that one run handles. */
export interface RefreshedPart {
  readonly began: Date;
  /** Listings whose leads were read. */
  readonly refreshes: readonly Refresh[];
  /** Leads to change, which have an outdated price of at least one listing. */
  readonly taken: readonly PricedLead[];
  /** Returns whether all leads of the listing have been read and changed. */
  readonly isComplete: (listing: CurrentPrice) => boolean;
  /**
   * Position at which the pass continues if the part has only one listing. Null if the next run reads all leads again.
   */
  readonly walk: PriceWalk | null;
}

/** Limits of a run. */
export interface RefreshBounds {
  /** Maximum number of leads to read. */
  readonly maxRead: number;
  /** Maximum number of leads to change. */
  readonly maxChanged: number;
}

type Store = Pick<LeadPrices, 'findInterested' | 'findNext'>;

/**
 * Selects the next part of a refresh. If the listings without a started pass have few leads, selects all these leads.
 * Otherwise selects the next leads of the first listing.
 */
export async function takePart(
  store: Store,
  tenant: Tenant,
  all: readonly [Refresh, ...Refresh[]],
  { maxRead, maxChanged, began }: RefreshBounds & { readonly began: Date },
): Promise<RefreshedPart> {
  const [first] = all;
  const split = (leads: readonly PricedLead[]) => {
    const outdated = leads.filter((lead) => all.some(({ listing }) => hasOutdatedPrice(lead, listing)));
    return { taken: outdated.slice(0, maxChanged), left: outdated.slice(maxChanged) };
  };
  const fresh = all.filter(({ walk }) => !walk);
  const freshIds = fresh.map(({ listing }) => listing.id);
  const few = first.walk ? null : await store.findInterested(tenant, freshIds, maxRead + 1);
  if (few && few.length <= maxRead) {
    const { taken, left } = split(few);
    const isComplete = (listing: CurrentPrice) => !left.some((lead) => hasOutdatedPrice(lead, listing));
    return { began, refreshes: fresh, taken, isComplete, walk: null };
  }
  const { id, price } = first.listing;
  const walk = first.walk ?? { began, basis: toBasis(price) };
  const leads = await store.findNext(tenant, id, walk.after, maxRead);
  const { taken, left } = split(leads);
  const last = left.length > 0 ? taken.at(-1) : leads.at(-1);
  const isEnd = left.length === 0 && leads.length < maxRead;
  const next = isEnd || !last ? null : { ...walk, after: { created_at: last.created_at, id: last.id } };
  return { began: walk.began, refreshes: [first], taken, isComplete: () => next === null, walk: next };
}
