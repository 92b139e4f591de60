import { formatDateTime } from '../../ui/format/format-date.js';
import { formatMoney, formatNumber } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';

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
  external_id: 'External ID',
  last_contacted: 'Last contacted',
  created_at: 'Created',
};

/** Names of agents, properties and units by id. The names of deleted records are missing. */
export type Names = ReadonlyMap<string, string>;

const none = '–';

/** Returns the label of a changed field. */
export function toFieldLabel(field: string): string {
  return fieldLabels[field] ?? toLabel(field);
}

function describeBudget(budget: object): string {
  const { min = null, max = null, currency = null }: { min?: unknown; max?: unknown; currency?: unknown } = budget;
  const format = (amount: unknown) => {
    if (typeof amount !== 'number') return undefined;
    return typeof currency === 'string' ? formatMoney(amount, currency) : formatNumber(amount);
  };
  const [lowest, highest] = [format(min), format(max)];
  if (lowest !== undefined && highest !== undefined) return `${lowest} to ${highest}`;
  if (lowest !== undefined) return `from ${lowest}`;
  return highest === undefined ? none : `up to ${highest}`;
}

/** Converts `3_months` to `3 months`. */
export function describeTimeline(timeline: string): string {
  const [months] = timeline.split('_');
  return months === '1' ? '1 month' : `${months} months`;
}

function toName(id: string, names: Names): string {
  return names.get(id) ?? (id.startsWith('agent_') ? 'an unknown agent' : 'a deleted listing');
}

const times = ['next_follow_up', 'last_contacted', 'created_at'];

function describeText(field: string, text: string, names: Names): string {
  if (field === 'assigned_agent') return toName(text, names);
  if (field === 'stage' || field === 'source') return toLabel(text);
  if (field === 'timeline') return describeTimeline(text);
  if (times.includes(field)) return formatDateTime(text);
  return text;
}

function describeItems(field: string, items: readonly unknown[], names: Names): string[] {
  return items.map((item) => (field === 'interested_properties' ? toName(String(item), names) : String(item)));
}

/** Formats the value of a lead's field. */
export function describeValue(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return none;
  if (Array.isArray(value)) return describeItems(field, value, names).join(', ') || none;
  if (typeof value === 'object') return describeBudget(value);
  return typeof value === 'string' ? describeText(field, value, names) : String(value);
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Describes the change of a field. For a list, describes the added and removed items. */
export function describeChange(field: string, { from, to }: { from?: unknown; to?: unknown }, names: Names): string {
  if (!Array.isArray(from) && !Array.isArray(to)) {
    return `${describeValue(field, from, names)} → ${describeValue(field, to, names)}`;
  }
  const [before, after] = [asList(from), asList(to)];
  const added = after.filter((item) => !before.includes(item));
  const removed = before.filter((item) => !after.includes(item));
  const parts = [
    added.length > 0 ? `added ${describeItems(field, added, names).join(', ')}` : '',
    removed.length > 0 ? `removed ${describeItems(field, removed, names).join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join('; ') || 'reordered';
}
