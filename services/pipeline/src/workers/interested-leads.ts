import type { Tenant } from '@plotline/kit/core/caller';
import type { Owned } from '@plotline/kit/store/records/records';
import type { QueuedWork, QueueWalk } from '@plotline/kit/tasks/due-queue';
import type { ListingPrice } from '../domain/lead.js';
import { type CurrentPrice, hasOutdatedPrice } from '../domain/listing-price.js';
import type { LeadPrices, PricedLead } from '../store/lead-prices.js';

export type Work = Owned<QueuedWork>;

/** A listing to refresh, with its price in inventory. */
export interface Refresh {
  readonly work: Work;
  readonly listing: CurrentPrice;
  /** Where a walk with that price goes on; null where a new one begins. */
  readonly walk: QueueWalk | null;
}

const toBasis = (price: ListingPrice | null) => JSON.stringify(price);

export function createRefresh(work: Work, price: ListingPrice | null): Refresh {
  const walk = work.walk?.basis === toBasis(price) ? work.walk : null;
  return { work, listing: { id: work.subject_id, price }, walk };
}

/** The part of a refresh that one run does. */
export interface RefreshedPart {
  readonly began: Date;
  /** The listings whose leads were looked at. */
  readonly refreshes: readonly Refresh[];
  /** The leads to change, which have an outdated price of one of all listings. */
  readonly taken: readonly PricedLead[];
  /** Whether no lead of the listing is left to look at or to change. */
  readonly isComplete: (listing: CurrentPrice) => boolean;
  /** Where the walk of the only listing goes on; null where the next run looks at all leads again. */
  readonly walk: QueueWalk | null;
}

/** Bounds of a run. */
export interface RefreshBounds {
  /** Leads that are looked at. Those of a listing that were created at the same moment are looked at together, however many they are. */
  readonly maxRead: number;
  /** Leads that are changed. */
  readonly maxChanged: number;
}

type Store = Pick<LeadPrices, 'findInterested' | 'findCreationRange'>;

const later = (time: Date, ms: number) => new Date(time.getTime() + ms);

/** The leads of the next slice of a walk, narrowed until they are few. */
async function readSlice(store: Store, tenant: Tenant, listingId: string, walk: QueueWalk, maxRead: number) {
  for (let { slice_ms } = walk; ; slice_ms = Math.ceil(slice_ms / 2)) {
    const slice = { from: walk.from, before: later(walk.from, slice_ms) };
    const limit = slice_ms > 1 ? { limit: maxRead + 1 } : {};
    const leads = await store.findInterested(tenant, [listingId], { ...slice, ...limit });
    if (leads.length <= maxRead || slice_ms === 1) return { leads, slice_ms };
  }
}

/** Where the walk goes on after a slice with so many leads; null at its end. A slice with few leads is followed by a wider one. */
function advance(walk: QueueWalk, { slice_ms, count }: { slice_ms: number; count: number }, maxRead: number) {
  const from = later(walk.from, slice_ms);
  if (from > walk.to) return null;
  return { ...walk, from, slice_ms: count < maxRead / 2 ? slice_ms * 2 : slice_ms };
}

async function startWalk(store: Store, tenant: Tenant, { id, price }: CurrentPrice, began: Date) {
  const range = await store.findCreationRange(tenant, id);
  const { from, to } = range ?? { from: began, to: began };
  return { began, basis: toBasis(price), from, to, slice_ms: to.getTime() - from.getTime() + 1 };
}

/**
 * The next part: all leads of the listings that are not walked yet, where they are few; otherwise a slice of the leads of the first
 * listing. An index finds a slice; it does not give the order on every engine, as listings are an array.
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
  const few = first.walk ? null : await store.findInterested(tenant, freshIds, { limit: maxRead + 1 });
  if (few && few.length <= maxRead) {
    const { taken, left } = split(few);
    const isComplete = (listing: CurrentPrice) => !left.some((lead) => hasOutdatedPrice(lead, listing));
    return { began, refreshes: fresh, taken, isComplete, walk: null };
  }
  const walk = first.walk ?? (await startWalk(store, tenant, first.listing, began));
  const { leads, slice_ms } = await readSlice(store, tenant, first.listing.id, walk, maxRead);
  const { taken, left } = split(leads);
  const next = left.length > 0 ? { ...walk, slice_ms } : advance(walk, { slice_ms, count: leads.length }, maxRead);
  return { began: walk.began, refreshes: [first], taken, isComplete: () => next === null, walk: next };
}
