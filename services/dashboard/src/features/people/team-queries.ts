import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { readAllPages } from '../../api/cursor-pages.js';
import { readVersioned } from '../../api/versioned-record.js';
import { type Tenant, useTenant } from '../../api/workspace.js';
import { getPeopleKey } from './agent-queries.js';

export type Team = components['schemas']['Team'];

/** Reads a team with its entity tag. */
export const readTeam = ({ api }: Tenant, id: string) =>
  readVersioned(api.GET('/v1/teams/{id}', { params: { path: { id } } }));

/** Reads all teams, sorted by name. */
export function useTeams() {
  const tenant = useTenant();
  const readPage = (cursor: string) =>
    readBody(tenant.api.GET('/v1/teams', { params: { query: { sort: 'name', order: 'asc', per_page: 100, cursor } } }));
  return useQuery({ queryKey: [...getPeopleKey(tenant), 'teams'], queryFn: () => readAllPages(readPage) });
}
