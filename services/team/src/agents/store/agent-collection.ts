import { toSearchPattern } from '@plotline/kit/core/normalize-text';
import type { Index } from '@plotline/kit/store/indexes';
import {
  type AccessPaths,
  deriveNameKey,
  matchAny,
  matchTimeRanges,
  nameOrder,
  type TimeRanges,
  timeRanges,
  withNameOrder,
} from '@plotline/kit/store/lists/access-path';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import { deriveSearchText, type ListPlan, planList } from '@plotline/kit/store/lists/list-plan';
import type { Countable } from '@plotline/kit/store/lists/total';
import { externalIdIndex } from '@plotline/kit/store/records/external-ids';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Filter } from '@plotline/kit/store/records/records';
import type { Agent } from '../model/agent.js';

export const agentSchema = createRecordSchema({
  external_id: String,
  email: String,
  name: String,
  role: String,
  status: String,
  profile: { phone: String, photo: String, bio: String, languages: [String], license_number: String },
  team_id: String,
  commission: { tier: String, rate: Number },
  invitation_sent_at: Date,
  last_active: Date,
  active_since: Date,
  accepted_email: String,
  deactivated_at: Date,
  created_at: Date,
  updated_at: Date,
});

/**
 * `derived.active_email` exists only while the agent is invited or active, because addresses must be unique only among
 * these agents.
 */
export const agentIndexes: readonly Index[] = [
  externalIdIndex,
  {
    name: 'active_email',
    keys: { workspace_id: 1, 'derived.active_email': 1 },
    unique: true,
    partialFilterExpression: { 'derived.active_email': { $exists: true } },
  },
  { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  {
    name: 'name',
    version: 2,
    keys: { workspace_id: 1, [nameOrder]: 1, _id: 1 },
    former: { keys: { workspace_id: 1, name: 1, _id: 1 } },
  },
  { name: 'email', keys: { workspace_id: 1, email: 1, _id: 1 } },
  { name: 'team', keys: { workspace_id: 1, team_id: 1, created_at: -1, _id: -1 } },
];

/**
 * A workspace has at most a few hundred agents. So apart from the unique indexes, there is only an index for the team.
 * Other filters are applied to the documents that the index finds.
 */
export const agentPaths: AccessPaths = {
  ranges: [timeRanges],
  paths: [
    { index: externalIdIndex.name, fields: ['external_id'], branches: 0, sorts: 'all' },
    { index: 'team', fields: ['team_id'] },
    { index: 'created_at' },
    { index: 'updated_at', order: 'updated_at' },
    { index: 'name', order: nameOrder },
    { index: 'email', order: 'email' },
  ],
};

/** Validated parameters of a list of agents, keyed by name. */
export interface AgentQuery extends ListQuery, TimeRanges {
  readonly external_id?: readonly string[];
  readonly status?: readonly string[];
  readonly role?: readonly string[];
  readonly team_id?: string;
  readonly search?: string;
}

/** Derives the sort key for names and the text for searches. Derives `active_email` unless the agent is inactive. */
export function deriveAgent({ name, email, status }: Pick<Agent, 'name' | 'email' | 'status'>) {
  return {
    ...deriveNameKey({ name }),
    ...deriveSearchText([name, email]),
    active_email: status === 'inactive' ? undefined : email,
  };
}

export function toAgentFilter(query: AgentQuery): Filter {
  const { external_id, status, role, team_id, search } = query;
  const pattern = toSearchPattern(search ?? '');
  return {
    ...matchTimeRanges(query),
    ...(external_id && { external_id: matchAny(external_id) }),
    ...(status && { status: matchAny(status) }),
    ...(role && { role: matchAny(role) }),
    ...(team_id !== undefined && { team_id }),
    ...(pattern && { 'derived.search_text': pattern }),
  };
}

/** Plans how to read a list. */
export function planAgentList(records: Countable<Agent>, query: AgentQuery): Promise<ListPlan> {
  return planList(records, agentPaths, { filter: toAgentFilter(query), sort: withNameOrder(query).sort });
}
