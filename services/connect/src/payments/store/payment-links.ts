import type { Mode, Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import { getLastUsableEnd, type LinkTerms, type PaymentLink } from '../model/payment-link.js';

/** Payment links of workspaces. */
export class PaymentLinks {
  readonly #collection: Collection<PaymentLink>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<PaymentLink>({
      name: 'payment_links',
      schema: createRecordSchema({
        connection_id: String,
        subject_type: String,
        subject_id: String,
        amount: Number,
        currency: String,
        amount_minor: Number,
        title: String,
        status: String,
        session_id: String,
        url: String,
        payment_id: String,
        payment_reference: String,
        time_zone: String,
        expires_at: Date,
        created_at: Date,
        updated_at: Date,
      }),
      indexes: [
        { name: 'subject', keys: { workspace_id: 1, subject_id: 1, created_at: -1 } },
        { name: 'payment_reference', keys: { workspace_id: 1, payment_reference: 1 } },
      ],
    });
  }

  async add(tenant: Tenant, link: PaymentLink): Promise<void> {
    await this.#collection.in(tenant).insert([link]);
  }

  get(tenant: Tenant, id: string): Promise<PaymentLink | null> {
    return this.#collection.in(tenant).get(id);
  }

  findByReference(tenant: Tenant, reference: string): Promise<PaymentLink | null> {
    return this.#collection.in(tenant).findOne({ payment_reference: reference });
  }

  /**
   * Returns the newest link with these terms that can still be paid, or whose creation has an unknown outcome; null if
   * there is none.
   */
  async findUsable(tenant: Tenant, terms: LinkTerms, now: Date): Promise<PaymentLink | null> {
    const { subject_id, subject_type, connection_id, amount_minor, currency, title } = terms;
    const filter = {
      ...{ subject_id, subject_type, connection_id, amount_minor, currency, title },
      status: { $in: ['open', 'pending'] },
      expires_at: { $gt: getLastUsableEnd(now) },
    };
    const options = { sort: { created_at: -1 }, limit: 1, hint: 'subject' } as const;
    const [found] = await this.#collection.in(tenant).find(filter, options);
    return found ?? null;
  }

  /** Lists the newest links of all workspaces, for the simulator of a local system. */
  listNewest(mode: Mode, limit: number): Promise<Owned<PaymentLink>[]> {
    return this.#collection.acrossWorkspaces(mode).find({ url: { $ne: null } }, { sort: { created_at: -1 }, limit });
  }

  /** Removes a link that the vendor has refused to create. Nobody has its address. */
  async removePending(tenant: Tenant, { id, version }: PaymentLink): Promise<void> {
    await this.#collection.in(tenant).delete({ _id: id, version, status: 'pending' });
  }

  /** Writes the link unless it has changed since it was read. Rejects with VersionConflict. */
  change(tenant: Tenant, before: PaymentLink, after: PaymentLink, session?: ClientSession): Promise<PaymentLink> {
    return this.#collection.in(tenant).change(before, after, session);
  }
}
