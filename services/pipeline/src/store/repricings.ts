import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode, Tenant } from '@plotline/kit/caller';
import { type Collection, type Filter, type Owned, type Records, recordSchema } from '@plotline/kit/mongo/collection';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';

interface StoredRepricing {
  readonly id: string;
  readonly version: number;
  readonly listing_id: string;
  readonly request_id: string;
  /** When the listing, or last a lead because of it, changed. */
  readonly since: Date;
  /** When the leads are looked at next. */
  readonly due_at: Date;
}

/** A listing that changed, so that leads may know another price of it. */
export type Repricing = Owned<StoredRepricing>;

/** What becomes of it, as far as it changes. */
export type Next = Partial<Pick<Repricing, 'since'>> & Pick<Repricing, 'due_at'>;

const schema = recordSchema({
  listing_id: String,
  request_id: String,
  since: Date,
  due_at: Date,
});

const attempts = 10;

/** The listings whose leads have to be looked at, each once, however often it changes. */
export class Repricings {
  readonly #collection: Collection<StoredRepricing>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<StoredRepricing>({
      name: 'repricings',
      schema,
      indexes: [{ name: 'due', keys: { workspace_id: 1, due_at: 1 } }],
    });
  }

  /** Has the leads of listings that changed looked at from the first on; what is due already does not lose its turn. */
  async note(tenant: Tenant, listingIds: readonly string[], requestId: string, now: Date): Promise<void> {
    const records = this.#collection.in(tenant);
    const idOf = (listingId: string) => `${tenant.workspaceId}:${listingId}`;
    const common = { request_id: requestId, since: now };
    const change = { $set: common, $min: { due_at: now }, $inc: { version: 1 } };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const known = await this.#known(records, listingIds.map(idOf), change);
        const missing = [...new Set(listingIds)].filter((id) => !known.has(idOf(id)));
        const news = missing.map((id) => ({ id: idOf(id), version: 1, listing_id: id, ...common, due_at: now }));
        if (news.length > 0) await records.insert(news);
        return;
      } catch (error) {
        // Two that note the same listing first.
        if (!isDuplicateKey(error) || attempt === attempts) throw error;
        await sleep(Math.random() * 10 * attempt);
      }
    }
  }

  /** Changes those that are there; resolves to their ids. */
  async #known(records: Records<StoredRepricing>, all: readonly string[], change: Filter): Promise<Set<string>> {
    const filter = { _id: { $in: all } };
    if ((await records.updateMany(filter, change)) === 0) return new Set();
    const found = await records.find(filter, { projection: { _id: 1 } });
    return new Set(found.map(({ id }) => id));
  }

  /** What is due in the next workspace, in the order of their ids and round again, that has something; longest due first. */
  async next(mode: Mode, afterWorkspace: string, now: Date, limit: number): Promise<Repricing[]> {
    const records = this.#collection.acrossWorkspaces(mode);
    const find = (workspaces: Filter) => {
      const sort = { workspace_id: 1, due_at: 1 } as const;
      return records.find({ workspace_id: workspaces, due_at: { $lte: now } }, { sort, limit, hint: 'due' });
    };
    const later = await find({ $gt: afterWorkspace });
    const found = later.length > 0 ? later : await find({ $lte: afterWorkspace });
    return found.filter(({ workspace_id }) => workspace_id === found[0]?.workspace_id);
  }

  /** Keeps how it goes on with each, null when it is over, unless the listing changed meanwhile. */
  async settle(tenant: Tenant, all: readonly Repricing[], nextOf: (one: Repricing) => Next | null): Promise<void> {
    const alike = new Map<string, { next: Next | null; same: Filter[] }>();
    for (const one of all) {
      const next = nextOf(one);
      const { same } = alike.get(JSON.stringify(next)) ?? { same: [] };
      alike.set(JSON.stringify(next), { next, same: [...same, { _id: one.id, version: one.version }] });
    }
    const records = this.#collection.in(tenant);
    for (const { next, same } of alike.values()) {
      const filter = { _id: { $in: same.map(({ _id }) => _id) }, $or: same };
      if (next) await records.updateMany(filter, { $set: next, $inc: { version: 1 } });
      else await records.delete(filter);
    }
  }
}
