import type { Filters } from '../../components/filter-bar.js';

export const dealStates = ['closed', 'cancelled'] as const;
export const invoiceStates = ['open', 'paid', 'void'] as const;
export const commissionStates = ['earned', 'cancelled'] as const;

/** The choice of the address, where it is one of the states; what is not is ignored. */
export function findState<T extends string>(states: readonly T[], { status }: Filters): T | undefined {
  return states.find((state) => state === status);
}

/** The agent of the address, by the name of the API. */
export function toAgent({ agent }: Filters): { readonly agent_id?: string } {
  return agent === undefined ? {} : { agent_id: agent };
}
