/** Records by their keys. */
export class RecordIndex<T extends { readonly id: string }> {
  readonly #getKeys: (record: T) => readonly string[];
  readonly #records = new Map<string, T>();
  readonly #ids = new Map<string, Set<string>>();

  constructor(records: readonly T[], getKeys: (record: T) => readonly string[]) {
    this.#getKeys = getKeys;
    for (const record of records) this.put(record);
  }

  /** Adds the record, or replaces its former state. */
  put(record: T): void {
    const { id } = record;
    const former = this.#records.get(id);
    for (const key of former ? this.#getKeys(former) : []) this.#ids.get(key)?.delete(id);
    this.#records.set(id, record);
    for (const key of this.#getKeys(record)) this.#ids.set(key, (this.#ids.get(key) ?? new Set()).add(id));
  }

  /** Returns the records that have one of the keys, oldest first, without duplicates. */
  find(keys: readonly string[]): T[] {
    const ids = new Set(keys.flatMap((key) => [...(this.#ids.get(key) ?? [])]));
    // Sorting by id works, because ids ascend with their time of creation.
    return [...ids].sort().flatMap((id) => this.#records.get(id) ?? []);
  }
}
