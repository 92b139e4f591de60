import type { Lead } from '../domain/lead.js';
import { contactKeys, type Duplicates, noDuplicates } from '../store/duplicates.js';
import type { OnDuplicate } from './known-contact.js';

/** What becomes of a new lead among others. */
export interface JudgedLead {
  readonly lead: Lead;
  readonly isNew: boolean;
  readonly duplicates: Duplicates;
}

/**
 * Judges leads as if they were created one after the other: those before a lead count like those that were there.
 * `known` says for each lead which of the stored ones have its email or phone.
 */
export function judgeRows(
  leads: readonly Lead[],
  known: readonly Duplicates[],
  onDuplicate: OnDuplicate,
): JudgedLead[] {
  const holders = new Map<string, string[]>();
  return leads.map((lead, place) => {
    const keys = contactKeys(lead);
    const stored = known[place] ?? noDuplicates;
    const before = keys.flatMap((key) => holders.get(key) ?? []);
    const oldest = keys.flatMap((key) => {
      const id = stored.oldest.get(key) ?? holders.get(key)?.[0];
      return id === undefined ? [] : [[key, id] as const];
    });
    const duplicates = { ids: [...new Set([...stored.ids, ...before])], oldest: new Map(oldest) };
    const isNew = onDuplicate === 'create' || duplicates.ids.length === 0;
    if (isNew) for (const key of keys) holders.set(key, [...(holders.get(key) ?? []), lead.id]);
    return { lead, isNew, duplicates };
  });
}
