import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { usePeriod } from '../../ui/filters/period-field.js';

type Schemas = components['schemas'];
export type Overview = Schemas['Overview'];
export type Funnel = Schemas['Funnel'];
export type SourceReport = Schemas['SourceReport'];
export type AgentReport = Schemas['AgentReport'];
export type SeriesReport = Schemas['SeriesReport'];
export type CashReport = Schemas['CashReport'];

/** Reads a report for the period in the page's address. Keeps the previous report visible while the new one loads. */
function useReport<T>(
  name: string,
  read: (tenant: ReturnType<typeof useTenant>, query: ReturnType<typeof usePeriod>) => Promise<T>,
) {
  const tenant = useTenant();
  const period = usePeriod();
  return useQuery({
    queryKey: [...tenant.key, 'analytics', name, period],
    queryFn: () => read(tenant, period),
    placeholderData: keepPreviousData,
  });
}

export const useOverview = () =>
  useReport(
    'overview',
    async ({ api }, query) => (await readBody(api.GET('/v1/analytics/overview', { params: { query } }))).data,
  );

export const useFunnel = () =>
  useReport(
    'funnel',
    async ({ api }, query) => (await readBody(api.GET('/v1/analytics/funnel', { params: { query } }))).data,
  );

export const useCash = () =>
  useReport(
    'cash',
    async ({ api }, query) => (await readBody(api.GET('/v1/analytics/cash', { params: { query } }))).data,
  );

export const useSources = () =>
  useReport(
    'sources',
    async ({ api }, query) => (await readBody(api.GET('/v1/analytics/sources', { params: { query } }))).data,
  );

export const useSeries = (interval: SeriesReport['interval']) =>
  useReport(
    `series-${interval}`,
    async ({ api }, query) =>
      (await readBody(api.GET('/v1/analytics/series', { params: { query: { ...query, interval } } }))).data,
  );

export const useAgentReport = () =>
  useReport(
    'agents',
    async ({ api }, query) => (await readBody(api.GET('/v1/analytics/agents', { params: { query } }))).data,
  );
