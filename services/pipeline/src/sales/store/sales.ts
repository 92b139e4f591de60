import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { type Index, isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { DeferredJobs, resumeIndex } from '@plotline/kit/tasks/deferred-jobs';
import { type ClientSession, Schema } from 'mongoose';
import type { LeadMove } from '../../leads/model/merge-leads.js';
import type { Sale } from '../model/sale.js';
import { dealTermsFields } from './deals.js';

const saleSchema = createRecordSchema({
  state: String,
  lead_id: String,
  unit_id: String,
  terms: dealTermsFields,
  instalments: Schema.Types.Mixed,
  time_zone: String,
  invoice_lead_days: Number,
  agent_id: String,
  rate: Number,
  stage_entered_at: Date,
  fallback_currency: String,
  actor: Schema.Types.Mixed,
  request_id: String,
  created_at: Date,
  resume_at: Date,
  undone_at: Date,
  attempts: Number,
});

/**
 * `derived.selling_lead` exists while the state is `selling`. Its index is unique, so a lead has at most one sale in
 * progress.
 */
const saleIndexes: readonly Index[] = [
  {
    name: 'selling_lead',
    keys: { workspace_id: 1, 'derived.selling_lead': 1 },
    unique: true,
    partialFilterExpression: { 'derived.selling_lead': { $exists: true } },
  },
  { name: 'lead', keys: { workspace_id: 1, lead_id: 1 } },
  resumeIndex,
];

/** Stored sales and releases in progress. */
export class Sales {
  readonly #collection: Collection<Sale>;
  /** Jobs for sales that a request left unfinished, and for releases. */
  readonly jobs: DeferredJobs<Sale>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<Sale>({
      name: 'sales',
      schema: saleSchema,
      indexes: saleIndexes,
      derive: ({ state, lead_id }) => ({ selling_lead: state === 'selling' ? lead_id : undefined }),
    });
    this.jobs = new DeferredJobs(this.#collection);
  }

  /** Recomputes the derived fields. */
  rebuildDerived(mode: Mode, progress: RebuildProgress = fromStart): Promise<Rebuilt> {
    return rebuildDerived(this.#collection, mode, progress);
  }

  /**
   * Stores a sale. Resolves to it, or to the lead's sale in progress if there is one, or to null if that sale has just
   * ended. `commit` calls its argument to insert the sale, possibly in a transaction.
   */
  async open(
    tenant: Tenant,
    sale: Sale,
    commit: (insert: (session?: ClientSession) => Promise<void>) => Promise<void> = (insert) => insert(),
  ): Promise<Sale | null> {
    try {
      await commit((session) => this.#collection.in(tenant).insert([sale], session));
      this.jobs.announce();
      return sale;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return this.#collection.in(tenant).findOne({ 'derived.selling_lead': sale.lead_id });
    }
  }

  /** Stores a release in the transaction that cancels its deal. */
  async addRelease(tenant: Tenant, release: Sale, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).insert([release], session);
    this.jobs.announce();
  }

  /** Finds the releases of a unit that belong to sales to a lead, or to its cancelled deals. */
  findReleases(tenant: Tenant, leadId: string, unitId: string): Promise<Sale[]> {
    const filter = { lead_id: leadId, unit_id: unitId, state: 'releasing' };
    return this.#collection.in(tenant).find(filter, { hint: 'lead' });
  }

  /** Returns the sales and releases in progress of these deals. */
  getMany(tenant: Tenant, ids: readonly string[]): Promise<Sale[]> {
    return this.#collection.in(tenant).find({ _id: { $in: [...ids] } });
  }

  /** Returns whether a sale in progress uses the plan. */
  async usePlan(tenant: Tenant, planId: string, session: ClientSession): Promise<boolean> {
    return (await this.#collection.in(tenant).findOne({ 'terms.payment_plan_id': planId }, session)) !== null;
  }

  /** Returns whether a sale to one of the leads is in progress, for the transaction that merges them. */
  async isSellingTo(tenant: Tenant, leadIds: readonly string[], session: ClientSession): Promise<boolean> {
    const filter = { 'derived.selling_lead': { $in: [...leadIds] } };
    return (await this.#collection.in(tenant).count(filter, { hint: 'selling_lead', limit: 1, session })) > 0;
  }

  /** Moves the releases of a merged lead to the survivor. Runs in a transaction. */
  async moveToLead(tenant: Tenant, { from, to }: LeadMove, session: ClientSession): Promise<void> {
    const update = { $set: { lead_id: to }, $inc: { version: 1 } };
    await this.#collection.in(tenant).updateMany({ lead_id: from, state: 'releasing' }, update, session);
  }

  async isSelling(tenant: Tenant, id: string): Promise<boolean> {
    return (await this.#collection.in(tenant).get(id))?.state === 'selling';
  }

  /** Removes a sale that is still in the state `selling`. Returns false if it no longer is. */
  async end(tenant: Tenant, id: string, session?: ClientSession): Promise<boolean> {
    return (await this.#collection.in(tenant).delete({ _id: id, state: 'selling' }, session)) === 1;
  }

  /** Removes the notes of the requests to win leads. Runs in a transaction. */
  async removeNotes(tenant: Tenant, leadIds: readonly string[], session: ClientSession): Promise<void> {
    const filter = { lead_id: { $in: [...leadIds] } };
    await this.#collection.in(tenant).updateMany(filter, { $set: { 'terms.notes': null } }, session);
  }

  /**
   * Turns a sale into a release. A release has no notes, because its lead may be erased. Returns false if the sale is
   * no longer in the state `selling`.
   */
  turnIntoRelease(
    tenant: Tenant,
    id: string,
    { undoneAt, resumeAt }: { readonly undoneAt: Date; readonly resumeAt: Date },
  ) {
    this.jobs.announce();
    const fields = { state: 'releasing', 'terms.notes': null, resume_at: resumeAt, undone_at: undoneAt, attempts: 0 };
    const update = { $set: fields, $unset: { 'derived.selling_lead': true }, $inc: { version: 1 } };
    return this.#collection.in(tenant).update({ _id: id, state: 'selling' }, update);
  }
}
