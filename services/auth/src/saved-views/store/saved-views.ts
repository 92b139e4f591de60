import type { Answer } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import { conflict, notFound } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Memberships } from '../../directory/store/memberships.js';
import { maxSavedViews, type SavedView } from '../model/saved-view.js';

/** The owner of views: a person in a workspace. */
interface Owner {
  readonly tenant: Tenant;
  readonly personId: string;
}

/** Saved views of people. The audit log doesn't show them, because they are private. */
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
        name: String,
        page: String,
        query: String,
        created_at: Date,
        updated_at: Date,
      }),
      indexes: [{ name: 'name', keys: { workspace_id: 1, person_id: 1, page: 1, name: 1 }, unique: true }],
    });
  }

  /** Lists a person's views, of one page or of all pages, ordered by page and name. */
  list({ tenant, personId }: Owner, page?: string): Promise<SavedView[]> {
    const filter = { person_id: personId, ...(page !== undefined && { page }) };
    return this.#collection.in(tenant).find(filter, { sort: { page: 1, name: 1 }, limit: maxSavedViews, hint: 'name' });
  }

  /**
   * Stores a new view with its answer. Rejects with CONFLICT if the person has the maximum number of views, also with
   * several requests at once, or another view with that name.
   */
  async add(command: Command, view: SavedView, answer: Answer): Promise<void> {
    const records = this.#collection.in(command.caller);
    const { person_id } = view;
    const committed = this.#runtime.journal.commit(command, async (session) => {
      await this.#memberships.lock(command.caller, person_id, session);
      if ((await records.count({ person_id }, { hint: 'name', session })) >= maxSavedViews) {
        throw conflict('You have as many saved views as allowed. Delete one first.', 'saved_view_limit_reached', {
          limit: maxSavedViews,
        });
      }
      await records.insert([view], session);
      return { entries: [], answer };
    });
    await refuseTakenName(committed);
  }

  /**
   * Changes a person's view. Rejects with NOT_FOUND, also for another person's view, and with CONFLICT if the name is
   * taken.
   */
  async change<A extends Answer>(
    command: Command,
    { id, personId }: { readonly id: string; readonly personId: string },
    decide: (view: SavedView, at: Date) => SavedView,
    toAnswer: (view: SavedView) => A,
  ): Promise<A> {
    const records = this.#collection.in(command.caller);
    const attempt = () =>
      this.#runtime.journal.commit(command, async (session, time) => {
        const before = await records.findOne({ _id: id, person_id: personId }, session);
        if (!before) throw notFound();
        const stored = await records.change(before, decide(before, time.after(before)), session);
        return { entries: [], answer: toAnswer(stored) };
      });
    return (await refuseTakenName(retryOnConflict(attempt))).answer;
  }

  /**
   * Deletes a person's view. `check` may throw. Rejects with NOT_FOUND, even if the view exists but is another
   * person's.
   */
  async delete(command: Command, id: string, personId: string, check: (view: SavedView) => void): Promise<void> {
    const records = this.#collection.in(command.caller);
    await this.#runtime.journal.commit(command, async (session) => {
      const view = await records.findOne({ _id: id, person_id: personId }, session);
      if (!view) throw notFound();
      check(view);
      await records.delete({ _id: id }, session);
      return { entries: [], answer: { status: 204 } };
    });
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
