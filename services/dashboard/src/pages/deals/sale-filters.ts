import type { Filters } from '../../components/filter-bar.js';

export const dealStates = ['closed', 'cancelled'] as const;
export const invoiceStates = ['open', 'paid', 'void'] as const;
export const commissionStates = ['earned', 'cancelled'] as const;

/** Reads the status in the page's address. Ignores an unknown one. */
export function findState<T extends string>(states: readonly T[], { status }: Filters): T | undefined {
  return states.find((state) => state === status);
}

/** Converts the agent in the page's address to an API parameter. */
export function toAgent({ agent }: Filters): { readonly agent_id?: string } {
  return agent === undefined ? {} : { agent_id: agent };
}
