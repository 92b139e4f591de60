import type { Answer } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import { conflict, notFound } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { ClientSession } from 'mongoose';
import type { Memberships } from '../../directory/store/memberships.js';
import { maxSavedViews, maxSharedViews, type SavedView } from '../model/saved-view.js';

/** The owner of a view: a person in a workspace. */
interface Owner {
  readonly tenant: Tenant;
  readonly personId: string;
}

const byPageAndName = (one: SavedView, other: SavedView) => {
  const [first, second] = [one, other].map(({ page, name }) => `${page}\n${name}`);
  return String(first) < String(second) ? -1 : 1;
};

/** Saved views of people. The audit log doesn't show them, because they give access to nothing. */
export class SavedViews {
  readonly #collection: Collection<SavedView>;
  readonly #runtime: ServiceRuntime;
  readonly #memberships: Memberships;

  constructor(runtime: ServiceRuntime, memberships: Memberships) {
    this.#runtime = runtime;
    this.#memberships = memberships;
    this.#collection = runtime.collection<SavedView>({
      name: 'saved_views',
      schema: createRecordSchema({
        person_id: String,
        agent_id: String,
        name: String,
        page: String,
        query: String,
        shared: Boolean,
        created_at: Date,
        updated_at: Date,
      }),
      indexes: [
        { name: 'name', keys: { workspace_id: 1, person_id: 1, page: 1, name: 1 }, unique: true },
        { name: 'shared', keys: { workspace_id: 1, shared: 1, page: 1, name: 1 } },
      ],
    });
  }

  /** Lists a person's views and the shared views, for one page or all pages, ordered by page and name. */
  async list({ tenant, personId }: Owner, page?: string): Promise<SavedView[]> {
    const records = this.#collection.in(tenant);
    const ofPage = page === undefined ? {} : { page };
    const sort = { page: 1, name: 1 } as const;
    const [own, shared] = await Promise.all([
      records.find({ person_id: personId, ...ofPage }, { sort, limit: maxSavedViews, hint: 'name' }),
      records.find({ shared: true, ...ofPage }, { sort, limit: maxSharedViews, hint: 'shared' }),
    ]);
    return [...own, ...shared.filter(({ person_id }) => person_id !== personId)].sort(byPageAndName);
  }

  /**
   * Stores a new view and its response. Rejects with CONFLICT if the person has another view with that name. Also
   * rejects with CONFLICT if the person has the maximum number of views, or the workspace the maximum number of shared
   * views. The person's limit also holds for simultaneous requests.
   */
  async add(command: Command, view: SavedView, answer: Answer): Promise<void> {
    const records = this.#collection.in(command.caller);
    const { person_id } = view;
    const committed = this.#runtime.journal.commit(command, async (session) => {
      await this.#memberships.lock(command.caller, person_id, session);
      if ((await records.count({ person_id }, { hint: 'name', session })) >= maxSavedViews) {
        throw conflict(
          'You already have the maximum number of saved views. Delete one first.',
          'saved_view_limit_reached',
          {
            limit: maxSavedViews,
          },
        );
      }
      if (view.shared) await this.#assertRoomForShared(command.caller, session);
      await records.insert([view], session);
      return { entries: [], answer };
    });
    await refuseTakenName(committed);
  }

  /** Changes a view. `decide` may throw. Rejects with NOT_FOUND, and with CONFLICT like `add`. */
  async change<A extends Answer>(
    command: Command,
    id: string,
    decide: (view: SavedView, at: Date) => SavedView,
    toAnswer: (view: SavedView) => A,
  ): Promise<A> {
    const records = this.#collection.in(command.caller);
    const attempt = () =>
      this.#runtime.journal.commit(command, async (session, time) => {
        const before = await records.findOne({ _id: id }, session);
        if (!before) throw notFound();
        const after = decide(before, time.after(before));
        if (after.shared && !before.shared) await this.#assertRoomForShared(command.caller, session);
        const stored = await records.change(before, after, session);
        return { entries: [], answer: toAnswer(stored) };
      });
    return (await refuseTakenName(retryOnConflict(attempt))).answer;
  }

  /** Deletes a view. `check` may throw. Rejects with NOT_FOUND. */
  async delete(command: Command, id: string, check: (view: SavedView) => void): Promise<void> {
    const records = this.#collection.in(command.caller);
    await this.#runtime.journal.commit(command, async (session) => {
      const view = await records.findOne({ _id: id }, session);
      if (!view) throw notFound();
      check(view);
      await records.delete({ _id: id }, session);
      return { entries: [], answer: { status: 204 } };
    });
  }

  /** People who share views at the same moment may exceed the maximum by a few, which is harmless. */
  async #assertRoomForShared(tenant: Tenant, session: ClientSession): Promise<void> {
    const shared = await this.#collection.in(tenant).count({ shared: true }, { hint: 'shared', session });
    if (shared < maxSharedViews) return;
    const message = 'The workspace already has the maximum number of shared views. Delete one first.';
    throw conflict(message, 'saved_view_limit_reached', { limit: maxSharedViews });
  }
}

async function refuseTakenName<T>(committed: Promise<T>): Promise<T> {
  try {
    return await committed;
  } catch (error) {
    if (isDuplicateKey(error)) throw conflict('Another saved view of the page has this name.', 'saved_view_name_taken');
    throw error;
  }
}
