import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { ChangeTime, EntryInput } from '@plotline/kit/store/journal/entry';
import type { Collection } from '@plotline/kit/store/records/collection';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { ClientSession } from 'mongoose';
import type { Lead } from '../model/lead.js';
import { type CurrentPrice, refreshPrices } from '../model/listing-price.js';
import type { Leads } from './leads.js';

/** Fields of a lead that show whether its prices are outdated. */
export type PricedLead = Pick<Lead, 'id' | 'created_at' | 'interested_properties' | 'listing_prices'>;

const hint = 'interested_properties';
const projection = { created_at: 1, interested_properties: 1, listing_prices: 1 } as const;

/** Stores the prices of interested listings in leads. */
export class LeadPrices {
  readonly #runtime: ServiceRuntime;
  readonly #collection: Collection<Lead>;
  readonly #leads: Leads;

  constructor(runtime: ServiceRuntime, collection: Collection<Lead>, leads: Leads) {
    this.#runtime = runtime;
    this.#collection = collection;
    this.#leads = leads;
  }

  /** Returns up to `limit` leads that are interested in one of the listings. */
  findInterested(tenant: Tenant, listingIds: readonly string[], limit: number): Promise<PricedLead[]> {
    const filter = { interested_properties: { $in: listingIds } };
    return this.#collection.in(tenant).find(filter, { hint, projection, limit });
  }

  /**
   * Returns the first `limit` leads after the given one that are interested in the listing, in the order of their
   * creation.
   */
  findNext(
    tenant: Tenant,
    listingId: string,
    after: { readonly created_at: Date; readonly id: string } | undefined,
    limit: number,
  ): Promise<PricedLead[]> {
    // The first condition lets the index find the start. The second condition breaks ties.
    const isLater = after && {
      created_at: { $gte: after.created_at },
      $or: [{ created_at: { $gt: after.created_at } }, { _id: { $gt: after.id } }],
    };
    const options = { hint, projection, limit, sort: { created_at: 1, _id: 1 } } as const;
    return this.#collection.in(tenant).find({ interested_properties: listingId, ...isLater }, options);
  }

  /**
   * Stores the current prices of the listings in leads with outdated prices, in one transaction. Resolves to the number
   * of changed leads.
   */
  async refresh(command: Command, ids: readonly string[], listings: readonly CurrentPrice[]): Promise<number> {
    const { caller } = command;
    const write = async (session: ClientSession, time: ChangeTime) => {
      const entries: EntryInput[] = [];
      let changed = 0;
      const found = await this.#collection.in(caller).find({ _id: { $in: ids } }, { session });
      const at = time.after(...found);
      for (const before of found) {
        const after = refreshPrices(before, listings, at);
        if (after === before) continue;
        await this.#save(caller, before, after, session);
        changed += 1;
        entries.push(...this.#leads.describeChange(before, after));
      }
      return { entries, result: changed };
    };
    return (await this.#runtime.journal.commit(command, write)).result;
  }

  /** Saves a lead. If a price changes but the score doesn't, keeps the version, because no public field differs. */
  async #save(tenant: Tenant, before: Lead, after: Lead, session: ClientSession): Promise<void> {
    if (after.score !== before.score) {
      await this.#leads.save(tenant, before, after, session);
      return;
    }
    const change = { $set: { listing_prices: after.listing_prices } };
    const unchanged = { _id: before.id, version: before.version };
    if (!(await this.#collection.in(tenant).update(unchanged, change, session))) throw new VersionConflict();
  }
}
