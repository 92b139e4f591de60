import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { optionsStaleTime, readAllPages } from '../../api/cursor-pages.js';
import { useTenant } from '../../api/workspace.js';

export type AgentSummary = components['schemas']['AgentSummary'];

/** Reads all agents of the workspace, including former agents, sorted by name. */
export function useAgents(): UseQueryResult<AgentSummary[]> {
  const { api, key } = useTenant();
  const readPage = (cursor: string) =>
    readBody(api.GET('/v1/agents', { params: { query: { sort: 'name', order: 'asc', per_page: 100, cursor } } }));
  return useQuery({
    queryKey: [...key, 'agents', 'choice'],
    queryFn: () => readAllPages(readPage),
    staleTime: optionsStaleTime,
  });
}

/** Returns the names of all agents by id. */
export function useAgentNames(): ReadonlyMap<string, string> {
  const { data } = useAgents();
  return useMemo(() => new Map((data ?? []).map(({ id, name }) => [id, name])), [data]);
}
