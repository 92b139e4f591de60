import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';

/** Country of a workspace, from the latest event about it. */
interface WorkspaceCountry {
  /** Id of the workspace. */
  readonly id: string;
  readonly version: number;
  /** ISO 3166-1 alpha-2; empty for none. */
  readonly country: string;
  readonly changed_at: Date;
}

const schema = createRecordSchema({ country: String, changed_at: Date });

/**
 * Countries of the workspaces that have chosen one. Background work reads them here, because no caller tells it the
 * country.
 */
export class WorkspaceCountries {
  readonly #collection: Collection<WorkspaceCountry>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection({ name: 'workspace_countries', schema, indexes: [], reset: 'kept' });
  }

  /** Returns the country of the workspace; empty when it has none. */
  async get(tenant: Tenant): Promise<string> {
    return (await this.#collection.in(tenant).get(tenant.workspaceId))?.country ?? '';
  }

  /** Stores the country that applies from `changedAt` on, unless a later one is stored. */
  async set(tenant: Tenant, country: string, changedAt: Date): Promise<void> {
    const records = this.#collection.in(tenant);
    await records.insertMissing([{ id: tenant.workspaceId, version: 1, country, changed_at: changedAt }]);
    const isEarlier = { _id: tenant.workspaceId, changed_at: { $lt: changedAt } };
    await records.update(isEarlier, { $set: { country, changed_at: changedAt }, $inc: { version: 1 } });
  }
}
