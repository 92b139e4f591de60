function readUpdatedAt(record: object | null): number {
  return record && 'updated_at' in record && record.updated_at instanceof Date ? record.updated_at.getTime() : 0;
}

/**
 * The time of a change: of the records as stored, their journal entries and their events. It is read within the transaction, and is
 * at least a millisecond after the last change of a record: the clocks of two machines differ, two changes can come in one
 * millisecond, and readers tell the newer of two states by `updated_at`.
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

  /** The time, moved past the last change of each of these records, as they were read. */
  after(...records: readonly (object | null)[]): Date {
    const earliest = records.reduce<number>((time, record) => Math.max(time, readUpdatedAt(record) + 1), 0);
    if (earliest > this.#at.getTime()) this.#at = new Date(earliest);
    return this.#at;
  }
}
