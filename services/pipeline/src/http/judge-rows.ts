import type { Lead } from '../domain/lead.js';
import { contactKeys } from '../store/duplicates.js';
import type { OnDuplicate } from './known-contact.js';

/** What becomes of a new lead among others. */
export interface JudgedLead {
  readonly lead: Lead;
  readonly isNew: boolean;
  /** Ids of those who have its email or phone, oldest first. */
  readonly duplicates: readonly string[];
}

/**
 * Judges leads as if they were created one after the other: those before a lead count like those that were there.
 * `known` has for each lead the ids of the stored ones with its email or phone.
 */
export function judgeRows(
  leads: readonly Lead[],
  known: readonly (readonly string[])[],
  onDuplicate: OnDuplicate,
): JudgedLead[] {
  const holders = new Map<string, string[]>();
  return leads.map((lead, place) => {
    const keys = contactKeys(lead);
    const before = keys.flatMap((key) => holders.get(key) ?? []);
    const duplicates = [...new Set([...(known[place] ?? []), ...before])];
    const isNew = onDuplicate === 'create' || duplicates.length === 0;
    if (isNew) for (const key of keys) holders.set(key, [...(holders.get(key) ?? []), lead.id]);
    return { lead, isNew, duplicates };
  });
}
