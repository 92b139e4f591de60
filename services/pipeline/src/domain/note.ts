import { type Lead, noteContact } from './lead.js';
import { rescore } from './rescore.js';

export const noteTypes = ['note', 'call', 'email', 'meeting', 'viewing', 'message', 'other'] as const;
export type NoteType = (typeof noteTypes)[number];

/** Whether such a note tells of a contact with the lead. */
function isContact(type: NoteType): boolean {
  return type !== 'note' && type !== 'other';
}

/** The lead after a note: contacted now, if the note tells of a contact, else unchanged. */
export function takeNote(lead: Lead, type: NoteType, now: Date): Lead {
  if (!isContact(type)) return lead;
  return rescore(lead, noteContact({ ...lead, last_contacted: now, updated_at: now }, now), now);
}
