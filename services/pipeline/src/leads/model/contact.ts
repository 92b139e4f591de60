import type { Lead } from './lead.js';
import { rescore } from './score.js';

export const noteTypes = ['note', 'call', 'email', 'meeting', 'viewing', 'message', 'other'] as const;
export type NoteType = (typeof noteTypes)[number];

function isContact(type: NoteType): boolean {
  return type !== 'note' && type !== 'other';
}

/**
 * Returns the lead with its first contact since the assignment. Returns the same lead if it has no agent or already has
 * an earlier contact. A contact with a future date counts as now.
 */
export function recordContact(lead: Lead, toldAt: Date, now: Date): Lead {
  const { assigned_at, first_contact_at } = lead;
  const at = toldAt > now ? now : toldAt;
  const isFirst = !first_contact_at || at < first_contact_at;
  return assigned_at && at >= assigned_at && isFirst ? { ...lead, first_contact_at: at } : lead;
}

/**
 * Returns the lead after a note. A note about a contact sets the time of the last contact to now. Other notes don't
 * change the lead.
 */
export function applyNote(lead: Lead, type: NoteType, now: Date): Lead {
  if (!isContact(type)) return lead;
  return rescore(lead, recordContact({ ...lead, last_contacted: now, updated_at: now }, now, now), now);
}
