import type { Tenant } from '@plotline/kit/caller';
import type { Command } from '@plotline/kit/idempotency/command';
import type { EntryInput } from '@plotline/kit/journal/entry';
import type { Collection, Filter } from '@plotline/kit/mongo/collection';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import type { Lead } from '../domain/lead.js';
import { type PresentPrice, reprice } from '../domain/reprice.js';
import type { Leads } from './leads.js';

/** A lead as far as it knows listings. */
export type KnownPrices = Pick<Lead, 'id' | 'interested_properties' | 'listing_prices'>;

function outdated({ id, price }: PresentPrice): Filter {
  const differs = price ? { listing_prices: { $not: { $elemMatch: price } } } : { 'listing_prices.id': id };
  return { interested_properties: id, ...differs };
}

/** What leads know of the prices of the listings that they are interested in. */
export class LeadPrices {
  readonly #runtime: ServiceRuntime;
  readonly #collection: Collection<Lead>;
  readonly #leads: Leads;

  constructor(runtime: ServiceRuntime, collection: Collection<Lead>, leads: Leads) {
    this.#runtime = runtime;
    this.#collection = collection;
    this.#leads = leads;
  }

  /** Up to `limit` leads that know another price of one of the listings. */
  findOutdated(tenant: Tenant, listings: readonly PresentPrice[], limit: number): Promise<KnownPrices[]> {
    const filter = { interested_properties: { $in: listings.map(({ id }) => id) }, $or: listings.map(outdated) };
    const projection = { interested_properties: 1, listing_prices: 1 } as const;
    return this.#collection.in(tenant).find(filter, { hint: 'interested_properties', limit, projection });
  }

  /** Tells leads what the listings cost, in one transaction; resolves to how many did not know. */
  async tell(command: Command, ids: readonly string[], listings: readonly PresentPrice[]): Promise<number> {
    const { caller } = command;
    const { result } = await this.#runtime.journal.commit(command, async (session, at) => {
      let changed = 0;
      const entries: EntryInput[] = [];
      for (const before of await this.#collection.in(caller).find({ _id: { $in: ids } }, { session })) {
        const after = reprice(before, listings, at);
        if (after === before || !(await this.#store(caller, before, after, session))) continue;
        changed += 1;
        entries.push(...this.#leads.entries(before, after));
      }
      return { entries, result: changed };
    });
    return result;
  }

  /** Where the score stays nobody sees a difference: it is no new version. */
  async #store(tenant: Tenant, before: Lead, after: Lead, session: ClientSession): Promise<boolean> {
    if (after.score !== before.score) {
      await this.#leads.save(tenant, before, after, session);
      return true;
    }
    const change = { $set: { listing_prices: after.listing_prices } };
    return this.#collection.in(tenant).update({ _id: before.id, version: before.version }, change, session);
  }
}
