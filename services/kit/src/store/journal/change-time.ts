function readUpdatedAt(record: object | null): number {
  return record && 'updated_at' in record && record.updated_at instanceof Date ? record.updated_at.getTime() : 0;
}

/**
 * The time of a change, for the stored records, their journal entries and their events. It is read in the transaction
 * and is at least a millisecond after the last change of each record. Clocks of two machines differ, two changes can
 * come in one millisecond, and readers recognize the newer of two states by `updated_at`.
 */
export class ChangeTime {
  #at: Date;

  constructor(now: Date) {
    this.#at = now;
  }

  /** The time so far; entries get it when the transaction has written everything. */
  get at(): Date {
    return this.#at;
  }

  /** Moves the time past the last change of each of these records, and returns it. */
  after(...records: readonly (object | null)[]): Date {
    const earliest = records.reduce<number>((time, record) => Math.max(time, readUpdatedAt(record) + 1), 0);
    if (earliest > this.#at.getTime()) this.#at = new Date(earliest);
    return this.#at;
  }
}
