import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';

/** Country and time zone of a workspace, from the latest event about it. */
interface WorkspacePlace {
  /** Id of the workspace. */
  readonly id: string;
  readonly version: number;
  /** ISO 3166-1 alpha-2; empty for none. */
  readonly country: string;
  /** Name in the IANA time zone database. Absent in records of earlier releases of Plotline. */
  readonly time_zone?: string;
  readonly changed_at: Date;
}

const schema = createRecordSchema({ country: String, time_zone: String, changed_at: Date });

/**
 * Stores the countries and time zones of workspaces, once one of them has changed. Background work reads them here,
 * because it has no caller that provides them.
 */
export class WorkspacePlaces {
  readonly #collection: Collection<WorkspacePlace>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection({ name: 'workspace_countries', schema, indexes: [], reset: 'kept' });
  }

  /** Returns the country of the workspace. Returns an empty text if it has none. */
  async getCountry(tenant: Tenant): Promise<string> {
    return (await this.#collection.in(tenant).get(tenant.workspaceId))?.country ?? '';
  }

  /** Returns the time zone of the workspace. Returns null if no event has reported one. */
  async getTimeZone(tenant: Tenant): Promise<string | null> {
    return (await this.#collection.in(tenant).get(tenant.workspaceId))?.time_zone ?? null;
  }

  /** Stores the country and time zone as of `changedAt`, unless a later state is stored. */
  async set(
    tenant: Tenant,
    { country, timeZone }: { readonly country: string; readonly timeZone: string },
    changedAt: Date,
  ): Promise<void> {
    const records = this.#collection.in(tenant);
    const place = { country, time_zone: timeZone, changed_at: changedAt };
    await records.insertMissing([{ id: tenant.workspaceId, version: 1, ...place }]);
    const isEarlier = { _id: tenant.workspaceId, changed_at: { $lt: changedAt } };
    await records.update(isEarlier, { $set: place, $inc: { version: 1 } });
  }
}
