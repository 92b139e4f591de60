import { Random } from '@plotline/local/demo/random';
import { createLeadBody, type LeadReferences } from '../growth/lead-body.js';

const columns = [
  'external_id',
  'name',
  'email',
  'phone',
  'source',
  'interested_properties',
  'budget from',
  'budget to',
  'timeline',
  'assigned_agent',
  'created_at',
  'next_follow_up',
];

const dayMs = 86_400_000;
/** Number of days before the import on which the leads were created. */
const maxAgeDays = 730;

/** Writes a date in a notation that starts with the day. */
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10).split('-').reverse().join('/');

/** Formats an amount as a spreadsheet shows it, in quotes because of its separators. */
const toAmount = (amount: number, currency: string) => `"${currency} ${amount.toLocaleString('en-US')}"`;

/**
 * Returns a CSV file of leads without duplicates, as people export them. Amounts and dates need conversion, and the
 * leads were created on many days.
 */
export function createLeadFile(count: number, references: LeadReferences): string {
  const random = new Random(count);
  const now = Date.now();
  const lines = Array.from({ length: count }, (_, number) => {
    const body = createLeadBody(number, references, random);
    const { min, max, currency } = body.budget;
    const [property = ''] = body.interested_properties;
    const person = [body.name, body.email, body.phone, body.source, property];
    const amounts = [toAmount(min, currency), toAmount(max, currency)];
    const days = [-random.between(1, maxAgeDays), random.between(1, 30)].map((days) => toDay(now + days * dayMs));
    return [`crm-${number}`, ...person, ...amounts, body.timeline, body.assigned_agent, ...days].join(',');
  });
  return [columns.join(','), ...lines, ''].join('\n');
}
