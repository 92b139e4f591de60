import type { Tenant } from '@plotline/kit/core/caller';
import { backgroundBudgetMs } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { type RecordChange, retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { runInTransaction, type TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { WorkspaceLocks } from '@plotline/kit/store/workspace-locks';
import type { Notice } from '../model/notice.js';
import type { NoticeMails } from './notice-mails.js';
import type { Notices } from './notices.js';
import type { ToldEvents } from './told-events.js';

export interface NoticeWriterStores {
  readonly runtime: Pick<ServiceRuntime, 'databases'>;
  readonly locks: WorkspaceLocks;
  readonly notices: Notices;
  readonly toldEvents: ToldEvents;
  readonly noticeMails: NoticeMails;
}

/** Occurrence that is reported once. */
interface Told {
  readonly eventId: string;
}

/** Notices to store. */
export interface NoticeChanges {
  readonly added: readonly Notice[];
  readonly changed: readonly RecordChange<Notice>[];
}

/** Stores notices for individual agents and people, and plans the emails about them. */
export class NoticeWriter {
  readonly #stores: NoticeWriterStores;

  constructor(stores: NoticeWriterStores) {
    this.#stores = stores;
  }

  /**
   * Stores notices about events that may be consumed repeatedly, in one transaction. `report` gets each event once, and
   * only events that were not reported yet.
   */
  async writeOnce<T extends Told>(
    tenant: Tenant,
    events: readonly T[],
    now: Date,
    report: (untold: readonly T[], session: TransactionSession) => Promise<NoticeChanges>,
  ): Promise<void> {
    const { runtime, locks, notices, toldEvents, noticeMails } = this.#stores;
    const distinct = [...new Map(events.map((event) => [event.eventId, event])).values()];
    const write = async (session: TransactionSession): Promise<readonly Notice[]> => {
      // Without the lock, two processes could each create a first notice for the same agent.
      await locks.acquire(tenant, session);
      const ids = distinct.map(({ eventId }) => eventId);
      const untold = await toldEvents.add(tenant, ids, now, session);
      const missing = distinct.filter(({ eventId }) => untold.has(eventId));
      if (missing.length === 0) return [];
      const { added, changed } = await report(missing, session);
      await notices.store(tenant, { added, changed }, session);
      const stored = [...added, ...changed.map(({ after }) => after)];
      await noticeMails.plan(tenant, stored, now, session);
      return stored;
    };
    const stored = await retryOnConflict(() =>
      runInTransaction(runtime.databases[tenant.mode], Date.now() + backgroundBudgetMs, write),
    );
    await this.#trim(tenant, stored);
  }

  /** Stores a notice whose id comes from its event, unless it is stored already. */
  async add(tenant: Tenant, notice: Notice, now: Date): Promise<void> {
    const { notices, noticeMails } = this.#stores;
    await notices.addOnce(tenant, notice);
    // This is needed even if the notice already exists, because an earlier attempt may have ended after storing it.
    await noticeMails.plan(tenant, [notice], now);
    await this.#trim(tenant, [notice]);
  }

  async #trim(tenant: Tenant, stored: readonly Notice[]): Promise<void> {
    await this.#stores.notices.trim(
      tenant,
      stored.flatMap(({ recipient }) => recipient ?? []),
    );
  }
}
