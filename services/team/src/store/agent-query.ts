import type { Filter } from '@plotline/kit/mongo/collection';
import type { ListQuery } from '@plotline/kit/mongo/list';
import { normalizeText } from '@plotline/kit/normalize-text';
import escapeStringRegexp from 'escape-string-regexp';

/** The parameters of a list of agents, as the contract validated them. */
export interface AgentQuery extends ListQuery {
  readonly status?: readonly string[];
  readonly role?: string;
  readonly team_id?: string;
  readonly search?: string;
}

/** Name and e-mail address as they are searched: folded, as the term is. */
export function searchText({ name, email }: { readonly name: string; readonly email: string }): string {
  return `${normalizeText(name)}\n${normalizeText(email)}`;
}

export function agentFilter({ status, role, team_id, search }: AgentQuery): Filter {
  return {
    ...(status && { status: { $in: status } }),
    ...(role && { role }),
    ...(team_id !== undefined && { team_id }),
    ...(search && { 'derived.text': new RegExp(escapeStringRegexp(normalizeText(search))) }),
  };
}

/**
 * The index that serves filter and order. A workspace has agents by the hundred, so beyond the order only the team is
 * worth an index of its own; the rest is settled on the workspace's few records.
 */
export function agentIndex({ team_id, sort }: AgentQuery): string {
  return team_id !== undefined && sort === 'created_at' ? 'team' : sort;
}
