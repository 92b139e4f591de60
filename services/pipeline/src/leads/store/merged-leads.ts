import type { Tenant } from '@plotline/kit/core/caller';
import { notFound, type Problem } from '@plotline/kit/core/errors';
import { externalIdInUse } from '@plotline/kit/core/ids';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { findByExternalIds } from '@plotline/kit/store/records/external-ids';
import type { ClientSession } from 'mongoose';
import type { Lead } from '../model/lead.js';
import { getKnownMerges, hasMerged, leadMerged } from '../model/merged-lead.js';
import { removeRepeats } from '../model/new-lead.js';
import type { LeadFilters } from './lead-query-parameters.js';

/** Finds the survivors of merges by the ids of leads that were merged in the last 30 days. */
export class MergedLeads {
  readonly #runtime: Pick<ServiceRuntime, 'clock'>;
  readonly #collection: Collection<Lead>;

  constructor(runtime: Pick<ServiceRuntime, 'clock'>, collection: Collection<Lead>) {
    this.#runtime = runtime;
    this.#collection = collection;
  }

  /** Finds the survivor that a lead was merged into. Resolves to null for any other id. */
  async findSurvivor(tenant: Tenant, mergedId: string, session?: ClientSession): Promise<Lead | null> {
    const options = { hint: 'merged_lead', limit: 1, ...(session && { session }) };
    const [survivor] = await this.#collection.in(tenant).find({ 'merged_leads.id': mergedId }, options);
    return survivor && hasMerged(survivor, mergedId, this.#runtime.clock()) ? survivor : null;
  }

  /** Creates the error for a lead that doesn't exist. For a merged lead, the error contains the survivor's id. */
  async describeMissing(tenant: Tenant, id: string, session?: ClientSession): Promise<Problem> {
    const survivor = await this.findSurvivor(tenant, id, session);
    return survivor ? leadMerged(survivor.id) : notFound();
  }

  /** Finds the survivors of merged leads by the external ids of the merged leads. */
  async findByExternalIds(
    tenant: Tenant,
    externalIds: readonly string[],
    session?: ClientSession,
  ): Promise<ReadonlyMap<string, Lead>> {
    if (externalIds.length === 0) return new Map();
    const filter = { 'merged_leads.external_id': { $in: [...externalIds] } };
    const options = { hint: 'merged_external_id', ...(session && { session }) };
    const found = await this.#collection.in(tenant).find(filter, options);
    const now = this.#runtime.clock();
    const known = found.flatMap((lead) =>
      getKnownMerges(lead, now).map(({ external_id = '' }) => ({ external_id, lead })),
    );
    const wanted = new Set(externalIds);
    return new Map(
      known.filter(({ external_id }) => wanted.has(external_id)).map(({ external_id, lead }) => [external_id, lead]),
    );
  }

  /**
   * Returns the id of the lead that has an external id, or of the survivor that such a lead was merged into. Returns
   * null if there is none.
   */
  async findIdByExternalId(tenant: Tenant, externalId: string): Promise<string | null> {
    const [found] = await findByExternalIds(this.#collection.in(tenant), [externalId]);
    if (found) return found.id;
    return (await this.findByExternalIds(tenant, [externalId])).get(externalId)?.id ?? null;
  }

  /**
   * Replaces an external-id filter that contains merged leads. The new filter has the ids of their survivors, and the
   * ids of the leads with the other external ids.
   */
  async completeFilters<Filters extends Pick<LeadFilters, 'external_id' | 'ids'>>(
    tenant: Tenant,
    filters: Filters,
  ): Promise<Filters> {
    const { external_id: named = [] } = filters;
    const survivors = await this.findByExternalIds(tenant, named);
    if (survivors.size === 0) return filters;
    const others = await findByExternalIds(this.#collection.in(tenant), named);
    const ids = removeRepeats([...survivors.values(), ...others].map(({ id }) => id));
    return { ...filters, external_id: undefined, ids };
  }

  /** Throws CONFLICT when a lead gets the external id of a lead that was merged into another one. */
  async refuseExternalId(tenant: Tenant, before: Lead, after: Lead, session: ClientSession): Promise<void> {
    const { external_id } = after;
    if (external_id === undefined || external_id === before.external_id) return;
    const holder = (await this.findByExternalIds(tenant, [external_id], session)).get(external_id);
    if (holder && holder.id !== after.id) throw externalIdInUse(holder.id);
  }

  /**
   * Deletes a lead that is being merged, as it was read in the same transaction. The write of the survivor must follow,
   * because it removes the counters of the merged lead and may take over its external id.
   */
  async remove(tenant: Tenant, { id, version }: Lead, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).delete({ _id: id, version }, session);
  }

  /** Yields the leads into which other leads were merged, for a check. */
  eachSurvivor(tenant: Tenant): AsyncGenerator<Lead> {
    return this.#collection.in(tenant).each({ 'merged_leads.id': { $exists: true } }, { hint: 'merged_lead' });
  }
}
