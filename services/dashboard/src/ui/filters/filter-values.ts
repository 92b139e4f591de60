import type { Filters } from './use-filters.js';

/** Splits a parameter with several values at its commas. */
export function splitValues(text: string | undefined): string[] {
  const values = (text ?? '').split(',').map((value) => value.trim());
  return [...new Set(values.filter((value) => value !== ''))];
}

/** Returns the known values in a parameter with several values. Their order is that of the known values. */
export function pickKnown<T extends string>(known: readonly T[], text: string | undefined): T[] {
  const values = new Set(splitValues(text));
  return known.filter((one) => values.has(one));
}

/** Reads the status in the page's address. Ignores an unknown status. */
export function findStatus<T extends string>(statuses: readonly T[], { status }: Filters): T | undefined {
  return statuses.find((one) => one === status);
}

/** Converts the status in the page's address to the parameter of an API list. */
export function toStatusFilter<T extends string>(statuses: readonly T[], filters: Filters): { readonly status?: T[] } {
  const status = findStatus(statuses, filters);
  return status === undefined ? {} : { status: [status] };
}
