import type { Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';

/** Erased lead. Events of the lead may still be consumed later. */
interface Erasure {
  readonly id: string;
  readonly version: number;
  readonly lead_id: string;
  readonly at: Date;
}

/** Erasures are kept as long as deliveries. */
const ttlSeconds = 30 * 24 * 3_600;

export class Erasures {
  readonly #collection: Collection<Erasure>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<Erasure>({
      name: 'erasures',
      schema: createRecordSchema({ lead_id: String, at: Date }),
      indexes: [
        { name: 'lead', keys: { workspace_id: 1, lead_id: 1 }, unique: true },
        { name: 'expiry', keys: { at: 1 }, expireAfterSeconds: ttlSeconds },
      ],
      reset: { time: 'at' },
    });
  }

  /** Stores that the lead was erased. Does nothing if that is already stored. */
  async add(tenant: Tenant, leadId: string, at: Date): Promise<void> {
    try {
      await this.#collection.in(tenant).insert([{ id: newId('ers'), version: 1, lead_id: leadId, at }]);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Returns those of the given ids whose leads were erased. */
  async findErased(tenant: Tenant, leadIds: readonly string[]): Promise<string[]> {
    if (leadIds.length === 0) return [];
    const found = await this.#collection.in(tenant).find({ lead_id: { $in: leadIds } }, { hint: 'lead' });
    return found.map(({ lead_id }) => lead_id);
  }
}
