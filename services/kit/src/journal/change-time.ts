function readUpdatedAt(record: object | null): number {
  return record && 'updated_at' in record && record.updated_at instanceof Date ? record.updated_at.getTime() : 0;
}

/**
 * The time of a change: of the records as stored, their journal entries and their events. It is read within the transaction,
 * and is never before the last change of a record: the clocks of two machines differ, and `updated_at` must not go back.
 */
export class ChangeTime {
  #at: Date;

  constructor(now: Date) {
    this.#at = now;
  }

  /** As it is so far; entries get it when the transaction has written everything. */
  get at(): Date {
    return this.#at;
  }

  /** The time, moved forward to the last change of each of these records, as they were read. */
  notBefore(...records: readonly (object | null)[]): Date {
    const latest = records.reduce<number>((time, record) => Math.max(time, readUpdatedAt(record)), this.#at.getTime());
    if (latest > this.#at.getTime()) this.#at = new Date(latest);
    return this.#at;
  }
}
