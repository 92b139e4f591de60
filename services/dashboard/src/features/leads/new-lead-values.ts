import type { components } from '../../../gen/api.js';
import { sources } from '../../api/enums.js';
import { toNumber, toText } from '../../ui/forms/form-values.js';
import { atDefaultHour } from '../tasks/due-time.js';

type NewLead = components['schemas']['NewLead'];

/** Values under the API's field names, so that its errors appear at their fields. */
export type NewLeadValues = {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly source: string;
  readonly assigned_agent: string | null;
  readonly interested_properties: string[];
  readonly budget: { readonly min: number | string; readonly max: number | string; readonly currency: string };
  readonly timeline: string;
  readonly next_follow_up: string;
  readonly tags: string[];
  readonly notes: string;
};

export const noValues: NewLeadValues = {
  name: '',
  email: '',
  phone: '',
  source: 'manual',
  assigned_agent: null,
  interested_properties: [],
  budget: { min: '', max: '', currency: '' },
  timeline: '',
  next_follow_up: '',
  tags: [],
  notes: '',
};

export const timelines = [
  { value: '', label: 'Unknown' },
  { value: '1_months', label: 'Within a month' },
  { value: '3_months', label: 'Within 3 months' },
  { value: '6_months', label: 'Within 6 months' },
  { value: '12_months', label: 'Within a year' },
  { value: '24_months', label: 'Later' },
];

/** Converts the form's values to the API's body. */
export function toNewLead(values: NewLeadValues): NewLead {
  const { min, max, currency } = values.budget;
  const budget = { min: toNumber(min), max: toNumber(max), currency: toText(currency.toUpperCase()) };
  const hasBudget = budget.min !== null || budget.max !== null;
  const source = sources.find((one) => one === values.source);
  return {
    name: values.name,
    email: values.email.trim(),
    phone: toText(values.phone),
    ...(source === undefined ? {} : { source }),
    assigned_agent: values.assigned_agent,
    interested_properties: values.interested_properties,
    budget: hasBudget ? budget : null,
    timeline: toText(values.timeline),
    next_follow_up: values.next_follow_up === '' ? null : atDefaultHour(values.next_follow_up).toISOString(),
    tags: values.tags,
    notes: toText(values.notes),
  };
}
