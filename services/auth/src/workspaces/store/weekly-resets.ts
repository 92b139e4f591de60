import { createSystemCaller, everyWorkspace } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { toResetEvent } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import { directory } from '../../directory/store/tenants.js';

/** Time of the last weekly reset of all sandboxes, in a single record. */
interface WeeklyReset extends Versioned {
  readonly started_at: Date;
}

const recordId = 'weekly';

/** Another process has published the same reset. */
class AlreadyStarted extends Error {}

/** Weekly resets. Each is published once, even if several processes try to publish it. */
export class WeeklyResets {
  readonly #collection: Collection<WeeklyReset>;
  readonly #runtime: ServiceRuntime;

  constructor(runtime: ServiceRuntime) {
    this.#runtime = runtime;
    this.#collection = runtime.collection<WeeklyReset>({
      name: 'weekly_resets',
      schema: createRecordSchema({ started_at: Date }),
      indexes: [],
    });
  }

  /**
   * Publishes the reset of `startedAt`, unless a reset of that time or a later one was published. Keeps records that
   * were created after that time. The first call only stores the time, as the start of the schedule.
   */
  async start(startedAt: Date): Promise<void> {
    const records = this.#collection.in(directory);
    const last = await records.get(recordId);
    if (!last) {
      await records.insertMissing([{ id: recordId, version: 1, started_at: startedAt }]);
      return;
    }
    if (last.started_at >= startedAt) return;
    const caller = createSystemCaller(directory, 'sandbox-reset', newId('req'));
    const publish = this.#runtime.journal.commit({ caller }, async (session) => {
      const earlier = { _id: recordId, started_at: { $lt: startedAt } };
      const update = { $set: { started_at: startedAt }, $inc: { version: 1 } };
      if (!(await records.update(earlier, update, session))) throw new AlreadyStarted();
      const events = [toResetEvent({ workspaceId: everyWorkspace, startedAt })];
      const description = 'The sandbox of every workspace was reset.';
      return { entries: [{ subject: recordId, type: 'sandbox_reset', description, events }] };
    });
    await publish.catch((error: unknown) => {
      if (!(error instanceof AlreadyStarted)) throw error;
    });
  }
}
