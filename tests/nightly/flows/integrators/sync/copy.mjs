import { readFileSync } from 'node:fs';

/** Fields of each kind that the copy contains. */
export const fields = JSON.parse(readFileSync(new URL('fields.json', import.meta.url), 'utf8'));

const kinds = { lead: 'leads', unit: 'units', property: 'properties', agent: 'agents' };

/** Copy, built from the entries of its journal. */
export class Copy {
  cursor;
  walkCursor = '';
  unwalked = [];
  counts = { events: 0, older: 0 };
  #records = new Map();
  #deleted = new Set();

  apply(entry) {
    if (entry.kind === 'begin') this.#begin(entry.cursor);
    if (entry.kind === 'walk') this.#walk(entry);
    if (entry.kind === 'agents') for (const agent of entry.records) this.#keep('agents', agent);
    if (entry.kind === 'events') {
      for (const event of entry.events) this.#applyEvent(event);
      this.cursor = entry.cursor;
    }
  }

  isNews(of, { id, updated_at }) {
    const kept = this.#records.get(of).get(id);
    return !this.#deleted.has(id) && (kept === undefined || Date.parse(kept.updated_at) < Date.parse(updated_at));
  }

  latestAgentChange() {
    return [...this.#records.get('agents').values()]
      .map((agent) => agent.updated_at)
      .sort()
      .at(-1);
  }

  /** All records by kind and id. */
  toJson() {
    const { units, properties, ...others } = Object.fromEntries(
      [...this.#records].map(([of, records]) => [of, Object.fromEntries(records)]),
    );
    // Events about a property don't contain the number of its units, so the copy counts them here.
    const counts = new Map();
    for (const { property_id, status } of Object.values(units)) {
      const count = counts.get(property_id) ?? { units_count: 0, units_available: 0 };
      count.units_count += 1;
      if (status === 'available') count.units_available += 1;
      counts.set(property_id, count);
    }
    const none = { units_count: 0, units_available: 0 };
    const counted = Object.entries(properties).map(([id, one]) => [id, { ...one, ...(counts.get(id) ?? none) }]);
    return { ...others, units, properties: Object.fromEntries(counted) };
  }

  #begin(cursor) {
    this.cursor = cursor;
    this.unwalked = Object.values(kinds);
    this.walkCursor = '';
    this.#records = new Map(this.unwalked.map((of) => [of, new Map()]));
    this.#deleted = new Set();
  }

  #walk({ of, records, next }) {
    for (const one of records) this.#keep(of, one);
    if (next === null) this.unwalked = this.unwalked.slice(1);
    this.walkCursor = next ?? '';
  }

  #applyEvent({ event, data }) {
    this.counts.events += 1;
    const [kind, what] = event.split('.');
    const of = kinds[kind];
    if (what === 'deleted') {
      this.#deleted.add(data.id);
      this.#records.get(of).delete(data.id);
      return;
    }
    // Events about an erased lead contain only its id. Its deletion follows.
    if (data.updated_at !== undefined) this.#keep(of, data);
  }

  #keep(of, one) {
    const kept = fields[of].map((field) => [field, one[field]]);
    if (this.isNews(of, one)) this.#records.get(of).set(one.id, Object.fromEntries(kept));
    else this.counts.older += 1;
  }
}
