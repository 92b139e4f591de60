import type { Tenant } from '@plotline/kit/core/caller';
import type { Collection } from '@plotline/kit/store/records/collection';
import { toUpdate } from '@plotline/kit/store/records/guarded-update';
import { getPhoneDigits } from '../model/duplicates.js';
import type { Lead } from '../model/lead.js';

/** Fields of a lead that determine how its phone is read. */
export type PhonedLead = Pick<Lead, 'id' | 'version' | 'created_at' | 'phone' | 'phone_country'>;

/** Position in the order of creation, which changes of a lead don't affect. */
export interface LeadPlace {
  readonly created_at: Date;
  readonly id: string;
}

/** Progress of a pass through the leads of a workspace. The pass starts again when the country changes. */
export interface PhoneWalk {
  readonly country: string;
  readonly began: Date;
  readonly after: LeadPlace;
}

const hint = 'created_at';
const projection = { version: 1, created_at: 1, phone: 1, phone_country: 1 } as const;

/** Returns the update that sets a field, or removes it if it has no value. */
function toChange(field: string, value: string | undefined) {
  return value === undefined ? { set: {}, unset: { [field]: true } as const } : { set: { [field]: value }, unset: {} };
}

/** Stores the country whose dialling rules apply to the phones of leads. */
export class LeadPhones {
  readonly #collection: Collection<Lead>;

  constructor(collection: Collection<Lead>) {
    this.#collection = collection;
  }

  /** Returns the first `limit` leads after the given position, in the order of their creation. */
  findNext(tenant: Tenant, after: LeadPlace | undefined, limit: number): Promise<PhonedLead[]> {
    // The first condition lets the index find the start. The second condition breaks ties.
    const isLater = after && {
      created_at: { $gte: after.created_at },
      $or: [{ created_at: { $gt: after.created_at } }, { _id: { $gt: after.id } }],
    };
    const options = { hint, projection, limit, sort: { created_at: 1, _id: 1 } } as const;
    return this.#collection.in(tenant).find({ ...isLater }, options);
  }

  /**
   * Stores the country whose dialling rules apply to the leads' phones. Doesn't create new versions. Skips a lead that
   * was changed in the meantime, and then resolves to false.
   */
  async setCountry(tenant: Tenant, leads: readonly PhonedLead[], country: string): Promise<boolean> {
    const phone_country = country === '' ? undefined : country;
    const updates = leads.map(({ id, version, phone, phone_country: former = null }) => ({
      filter: { _id: id, version, phone_country: former },
      update: toUpdate(
        toChange('phone_country', phone_country),
        toChange('derived.phone', getPhoneDigits({ phone, phone_country })),
      ),
    }));
    return (await this.#collection.in(tenant).updateEach(updates)) === leads.length;
  }
}
