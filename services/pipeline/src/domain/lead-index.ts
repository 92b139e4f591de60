import { getContactKeys } from './duplicates.js';
import type { Lead } from './lead.js';

/** Leads by their contact keys. */
export class LeadIndex {
  readonly #leads = new Map<string, Lead>();
  readonly #ids = new Map<string, Set<string>>();

  constructor(leads: readonly Lead[] = []) {
    for (const lead of leads) this.put(lead);
  }

  /** Adds the lead, or puts it in the place of what it was before. */
  put(lead: Lead): void {
    const former = this.#leads.get(lead.id);
    for (const key of former ? getContactKeys(former) : []) this.#ids.get(key)?.delete(lead.id);
    this.#leads.set(lead.id, lead);
    for (const key of getContactKeys(lead)) this.#ids.set(key, (this.#ids.get(key) ?? new Set()).add(lead.id));
  }

  /** The leads that have one of the keys, each once, oldest first. */
  find(keys: readonly string[]): Lead[] {
    const ids = new Set(keys.flatMap((key) => [...(this.#ids.get(key) ?? [])]));
    // Ids ascend with the time of their creation.
    return [...ids].sort().flatMap((id) => this.#leads.get(id) ?? []);
  }
}
