import type { ApiRecord } from '../../support/api-client.js';
import { isTree } from '../../support/contract/tree.js';
import type { DealLine, LeadLine } from './ledger.js';

/** What a timeline tells, oldest first, each kind for itself. */
export interface Story {
  readonly created: number;
  readonly moves: readonly unknown[];
  readonly assignments: readonly unknown[];
  readonly notes: readonly unknown[];
  readonly closed: number;
  readonly cancelled: number;
}

/** The story that the calls must have left. */
export function expectedTimeline(lead: LeadLine, deals: readonly DealLine[]): Story {
  return {
    created: 1,
    moves: lead.moves,
    assignments: lead.assignments,
    notes: lead.notes,
    closed: deals.length,
    cancelled: deals.filter(({ isLive }) => !isLive).length,
  };
}

function changeOf({ changes }: ApiRecord, field: string): unknown {
  return isTree(changes) ? changes[field] : undefined;
}

/** The story that a timeline, newest first, tells. */
export function timelineOf(entries: readonly ApiRecord[]): Story {
  const of = (type: string) => entries.filter((entry) => entry.type === type).reverse();
  return {
    created: of('created').length,
    moves: of('stage_change').map((entry) => changeOf(entry, 'stage')),
    assignments: of('assigned').map((entry) => changeOf(entry, 'assigned_agent')),
    notes: of('note').map(({ note_type: type, content }) => ({ type, content })),
    closed: of('deal_closed').length,
    cancelled: of('deal_cancelled').length,
  };
}

const contacts = new Set(['call', 'email', 'meeting', 'viewing', 'message']);

function isContact(entry: ApiRecord): boolean {
  if (entry.type === 'note') return contacts.has(String(entry.note_type));
  const change = changeOf(entry, 'stage');
  return entry.type === 'stage_change' && isTree(change) && change.to !== 'new' && change.to !== 'lost';
}

const timeOf = ({ timestamp }: ApiRecord): number => Date.parse(String(timestamp));

/** From the last assignment to the first contact after it, in milliseconds; null without either. */
function responseOf(timeline: readonly ApiRecord[]): number | null {
  const place = timeline.findIndex(({ type }) => type === 'assigned');
  const assigned = timeline[place];
  const contact = timeline.slice(0, Math.max(place, 0)).findLast(isContact);
  return assigned && contact ? timeOf(contact) - timeOf(assigned) : null;
}

/** The mean over timelines as an ISO 8601 duration; a season is over within a minute or two. */
export function responseTimeOf(timelines: readonly (readonly ApiRecord[])[]): string {
  const times = timelines.map(responseOf).filter((time) => time !== null);
  const mean = times.length === 0 ? 0 : times.reduce((all, one) => all + one, 0) / times.length;
  const seconds = Math.round(mean / 1_000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (seconds === 0) return 'PT0S';
  return `PT${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`;
}
