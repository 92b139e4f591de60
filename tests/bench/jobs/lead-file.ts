import { Random } from '@plotline/local/demo/random';
import { createLeadBody, type LeadReferences } from '../growth/lead-body.js';

const columns = [
  'external_id',
  'name',
  'email',
  'phone',
  'source',
  'interested_properties',
  'budget.min',
  'budget.max',
  'budget.currency',
  'timeline',
  'assigned_agent',
];

/** Returns a CSV file of leads without duplicates. Its cells need no quotes. */
export function createLeadFile(count: number, references: LeadReferences): string {
  const random = new Random(count);
  const lines = Array.from({ length: count }, (_, number) => {
    const body = createLeadBody(number, references, random);
    const { min, max, currency } = body.budget;
    const [property = ''] = body.interested_properties;
    const person = [body.name, body.email, body.phone, body.source, property];
    return [`crm-${number}`, ...person, min, max, currency, body.timeline, body.assigned_agent].join(',');
  });
  return [columns.join(','), ...lines, ''].join('\n');
}
