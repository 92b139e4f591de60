import type { ApiRecord } from '../../../support/api-client.js';
import { isTree } from '../../../support/contract/tree.js';
import type { ExpectedDeal, ExpectedLead } from './expected-state.js';

/** Entries in a timeline by kind, oldest first. */
export interface Timeline {
  readonly created: number;
  readonly moves: readonly unknown[];
  readonly assignments: readonly unknown[];
  readonly notes: readonly unknown[];
  readonly closed: number;
  readonly cancelled: number;
}

/** Returns the expected timeline after the calls. */
export function createExpectedTimeline(lead: ExpectedLead, deals: readonly ExpectedDeal[]): Timeline {
  return {
    created: 1,
    moves: lead.moves,
    assignments: lead.assignments,
    notes: lead.notes,
    closed: deals.length,
    cancelled: deals.filter(({ isLive }) => !isLive).length,
  };
}

function getChange({ changes }: ApiRecord, field: string): unknown {
  return isTree(changes) ? changes[field] : undefined;
}

/** Groups the entries that the service returned, newest first. */
export function toTimeline(entries: readonly ApiRecord[]): Timeline {
  const select = (type: string) => entries.filter((entry) => entry.type === type).reverse();
  return {
    created: select('created').length,
    moves: select('stage_change').map((entry) => getChange(entry, 'stage')),
    assignments: select('assigned').map((entry) => getChange(entry, 'assigned_agent')),
    notes: select('note').map(({ note_type: type, content }) => ({ type, content })),
    closed: select('deal_closed').length,
    cancelled: select('deal_cancelled').length,
  };
}

const contactTypes = new Set(['call', 'email', 'meeting', 'viewing', 'message']);

function isContact(entry: ApiRecord): boolean {
  if (entry.type === 'note') return contactTypes.has(String(entry.note_type));
  const change = getChange(entry, 'stage');
  return entry.type === 'stage_change' && isTree(change) && change.to !== 'new' && change.to !== 'lost';
}

const getTime = ({ timestamp }: ApiRecord): number => Date.parse(String(timestamp));

/** Returns the milliseconds from the last assignment to the first contact after it. Null if either is missing. */
function measureResponse(timeline: readonly ApiRecord[]): number | null {
  const place = timeline.findIndex(({ type }) => type === 'assigned');
  const assigned = timeline[place];
  const contact = timeline.slice(0, Math.max(place, 0)).findLast(isContact);
  return assigned && contact ? getTime(contact) - getTime(assigned) : null;
}

/** Returns the mean over timelines as an ISO 8601 duration. A season takes a minute or two. */
export function computeResponseTime(timelines: readonly (readonly ApiRecord[])[]): string {
  const times = timelines.map(measureResponse).filter((time) => time !== null);
  const mean = times.length === 0 ? 0 : times.reduce((all, one) => all + one, 0) / times.length;
  const seconds = Math.round(mean / 1_000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (seconds === 0) return 'PT0S';
  return `PT${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`;
}
