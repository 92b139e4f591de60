import { sources } from '../../api/enums.js';
import { toNumber, toText } from '../../ui/forms/form-values.js';
import type { Lead } from './lead-queries.js';

/** Values of the form. An empty string stands for null. */
export type LeadFormValues = {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly source: string;
  readonly budget: { readonly min: number | string; readonly max: number | string; readonly currency: string };
  readonly timeline: number | string;
  readonly tags: string[];
  readonly notes: string;
};

export function toFormValues(lead: Lead): LeadFormValues {
  const { min, max, currency } = lead.budget ?? { min: null, max: null, currency: null };
  return {
    name: lead.name,
    email: lead.email,
    phone: lead.phone ?? '',
    source: lead.source,
    budget: { min: min ?? '', max: max ?? '', currency: currency ?? '' },
    timeline: lead.timeline === null ? '' : Number.parseInt(lead.timeline, 10),
    tags: [...lead.tags],
    notes: lead.notes ?? '',
  };
}

function toBudget({ min, max, currency }: LeadFormValues['budget']): Lead['budget'] {
  const budget = { min: toNumber(min), max: toNumber(max), currency: toText(currency.toUpperCase()) };
  const isEmpty = Object.values(budget).every((value) => value === null);
  return isEmpty ? null : budget;
}

/** Converts all values of the form to API fields. */
export function toChanges(values: LeadFormValues) {
  const source = sources.find((one) => one === values.source);
  return {
    name: values.name.trim(),
    email: values.email.trim(),
    phone: toText(values.phone),
    ...(source === undefined ? {} : { source }),
    budget: toBudget(values.budget),
    timeline: values.timeline === '' ? null : `${values.timeline}_months`,
    tags: values.tags,
    notes: toText(values.notes),
  };
}
