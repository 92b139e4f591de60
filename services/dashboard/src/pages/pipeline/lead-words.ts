import { formatDateTime } from '../../components/date-time.js';
import { formatMoney } from '../../components/money.js';
import { toLabel } from '../../components/status-badge.js';

/** Labels of the fields of a lead. */
export const fieldLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  stage: 'Stage',
  source: 'Source',
  assigned_agent: 'Agent',
  budget: 'Budget',
  timeline: 'Buys within',
  next_follow_up: 'Next follow-up',
  interested_properties: 'Interested in',
  tags: 'Tags',
  notes: 'Notes',
  external_id: 'External id',
  last_contacted: 'Last contacted',
};

/** The names of agents and listings by their ids; those that were removed have none. */
export type Names = ReadonlyMap<string, string>;

const none = '–';

/** The label of a field that a change names. */
export function toFieldLabel(field: string): string {
  return fieldLabels[field] ?? toLabel(field);
}

function toBudgetWords(budget: object): string {
  const { min = null, max = null, currency = null }: { min?: unknown; max?: unknown; currency?: unknown } = budget;
  const format = (amount: unknown) => {
    if (typeof amount !== 'number') return undefined;
    return typeof currency === 'string' ? formatMoney(amount, currency) : new Intl.NumberFormat().format(amount);
  };
  const [lowest, highest] = [format(min), format(max)];
  if (lowest !== undefined && highest !== undefined) return `${lowest} to ${highest}`;
  if (lowest !== undefined) return `from ${lowest}`;
  return highest === undefined ? none : `up to ${highest}`;
}

/** `3 months` of `3_months`. */
export function toTimelineWords(timeline: string): string {
  const [months] = timeline.split('_');
  return months === '1' ? '1 month' : `${months} months`;
}

function toName(id: string, names: Names): string {
  return names.get(id) ?? (id.startsWith('agent_') ? 'an agent who is not here' : 'a listing that was removed');
}

function toTextWords(field: string, text: string, names: Names): string {
  if (field === 'assigned_agent') return toName(text, names);
  if (field === 'stage' || field === 'source') return toLabel(text);
  if (field === 'timeline') return toTimelineWords(text);
  if (field === 'next_follow_up' || field === 'last_contacted') return formatDateTime(text);
  return text;
}

function toItemWords(field: string, items: readonly unknown[], names: Names): string[] {
  return items.map((item) => (field === 'interested_properties' ? toName(String(item), names) : String(item)));
}

/** The value of a field of a lead, as people read it. */
export function toValueWords(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return none;
  if (Array.isArray(value)) return toItemWords(field, value, names).join(', ') || none;
  if (typeof value === 'object') return toBudgetWords(value);
  return typeof value === 'string' ? toTextWords(field, value, names) : String(value);
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What became of a field: of lists, what was added and removed. */
export function toChangeWords(field: string, { from, to }: { from?: unknown; to?: unknown }, names: Names): string {
  if (!Array.isArray(from) && !Array.isArray(to)) {
    return `${toValueWords(field, from, names)} → ${toValueWords(field, to, names)}`;
  }
  const [before, after] = [asList(from), asList(to)];
  const added = after.filter((item) => !before.includes(item));
  const removed = before.filter((item) => !after.includes(item));
  const parts = [
    added.length > 0 ? `added ${toItemWords(field, added, names).join(', ')}` : '',
    removed.length > 0 ? `removed ${toItemWords(field, removed, names).join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join('; ') || 'reordered';
}
