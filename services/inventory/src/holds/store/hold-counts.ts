import type { Caller } from '@plotline/kit/core/caller';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Hold, HoldStatus } from '../model/hold.js';
import type { CountedHolds } from '../model/hold-report.js';

/** Period from the first moment, inclusive, to the last, exclusive. */
interface Span {
  readonly from: Date;
  readonly to: Date;
}

interface EndedRow {
  readonly _id: HoldStatus;
  readonly count: number;
  /** Number of the holds that had been active, and the sum of their durations in milliseconds. */
  readonly lasted: number;
  readonly ms: number;
}

/** Counts holds for analytics. */
export class HoldCounts {
  readonly #collection: Collection<Hold>;

  constructor(collection: Collection<Hold>) {
    this.#collection = collection;
  }

  /** Counts the open holds, and the holds that were created or ended in a period. */
  async read(caller: Caller, { from, to }: Span): Promise<CountedHolds> {
    const records = this.#collection.in(caller);
    const within = { $gte: from, $lt: to };
    const wasActive = { $ne: [{ $ifNull: ['$activated_at', null] }, null] };
    const ms = { $subtract: ['$ended_at', '$activated_at'] };
    const sums = {
      count: { $sum: 1 },
      lasted: { $sum: { $cond: [wasActive, 1, 0] } },
      ms: { $sum: { $cond: [wasActive, ms, 0] } },
    };
    const [active, queued, created, rows] = await Promise.all([
      records.count({ status: 'active' }, { hint: 'status' }),
      records.count({ status: 'queued' }, { hint: 'status' }),
      records.count({ created_at: within }, { hint: 'created_at' }),
      records.aggregate<EndedRow>([{ $match: { ended_at: within } }, { $group: { _id: '$status', ...sums } }], {
        hint: 'ended_at',
      }),
    ]);
    return {
      open: { active, queued },
      created,
      ended: Object.fromEntries(rows.map(({ _id, count }) => [_id, count])),
      lasted: {
        count: rows.reduce((sum, { lasted }) => sum + lasted, 0),
        ms: rows.reduce((sum, row) => sum + row.ms, 0),
      },
    };
  }
}
