import type { Tenant } from '@plotline/kit/caller';
import type { CurrentPrice } from '../domain/listing-price.js';
import type { LeadPrices, PricedLead } from '../store/lead-prices.js';

/** A query also reads the leads that are done already: it finds many times as many as a run takes. */
const maxFound = 2_000;
/** Workspaces take turns; what is found for more of them than these is found again. */
const maxKept = 10;

const toKey = ({ mode, workspaceId }: Tenant, listings: readonly CurrentPrice[]) =>
  JSON.stringify([mode, workspaceId, listings]);

/** The leads with an outdated price, found many at a time and taken few at a time. */
export class OutdatedLeads {
  readonly #leadPrices: Pick<LeadPrices, 'findOutdated'>;
  /** In the order in which they were taken from. */
  readonly #found = new Map<string, readonly PricedLead[]>();

  constructor(leadPrices: Pick<LeadPrices, 'findOutdated'>) {
    this.#leadPrices = leadPrices;
  }

  /**
   * Up to `limit` leads that have, or had when they were found, another price of one of the listings; fewer when there are no more.
   * `limit` divides the number that is found at a time.
   */
  async take(tenant: Tenant, listings: readonly CurrentPrice[], limit: number): Promise<readonly PricedLead[]> {
    const key = toKey(tenant, listings);
    const found = this.#found.get(key) ?? (await this.#leadPrices.findOutdated(tenant, listings, maxFound));
    const left = found.slice(limit);
    this.#found.delete(key);
    if (left.length > 0) this.#found.set(key, left);
    const [oldest] = this.#found.keys();
    if (oldest !== undefined && this.#found.size > maxKept) this.#found.delete(oldest);
    return found.slice(0, limit);
  }

  /** Has them found anew, as those that were taken last may still be outdated. */
  forget(tenant: Tenant, listings: readonly CurrentPrice[]): void {
    this.#found.delete(toKey(tenant, listings));
  }
}
