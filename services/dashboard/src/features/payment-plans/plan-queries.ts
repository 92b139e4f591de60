import { infiniteQueryOptions, useQuery } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging, optionsStaleTime, readAllPages } from '../../api/cursor-pages.js';
import { readVersioned } from '../../api/versioned-record.js';
import { type Tenant, useTenant } from '../../api/workspace.js';

type Schemas = components['schemas'];
export type PaymentPlan = Schemas['PaymentPlan'];
export type PlannedInstalment = Schemas['PlannedInstalment'];
export type Due = Schemas['Due'];

export const getPlansKey = ({ key }: Tenant) => [...key, 'payment-plans'] as const;

/** Lists the plans for new deals, or the archived plans, newest first. */
export function plansQuery(tenant: Tenant, archived: boolean) {
  return infiniteQueryOptions({
    queryKey: [...getPlansKey(tenant), archived],
    queryFn: ({ pageParam: cursor }) =>
      readBody(tenant.api.GET('/v1/payment-plans', { params: { query: { archived, per_page: 50, cursor } } })),
    ...cursorPaging,
  });
}

/** Reads a plan with its entity tag. */
export const readPlan = ({ api }: Tenant, id: string) =>
  readVersioned(api.GET('/v1/payment-plans/{id}', { params: { path: { id } } }));

/** Reads all plans for new deals, for a field's options. */
export function usePlanChoices() {
  const tenant = useTenant();
  const readPage = (cursor: string) => {
    const query = { archived: false, per_page: 100, fields: ['name' as const], cursor };
    return readBody(tenant.api.GET('/v1/payment-plans', { params: { query } }));
  };
  return useQuery({
    queryKey: [...getPlansKey(tenant), 'choices'],
    queryFn: () => readAllPages(readPage),
    staleTime: optionsStaleTime,
  });
}
