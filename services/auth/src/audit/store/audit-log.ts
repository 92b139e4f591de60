import type { Caller } from '@plotline/kit/core/caller';
import { type Deadline, limitDatabaseTime } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { journalCollection } from '@plotline/kit/store/journal/entry';
import { matchRange } from '@plotline/kit/store/lists/access-path';
import type { Bounds, Listed, ListQuery } from '@plotline/kit/store/lists/list';
import type { Filter } from '@plotline/kit/store/records/records';
import type { ActivePeriod } from '../../directory/model/membership.js';
import { mergePages } from '../../directory/store/merge-pages.js';
import { directory } from '../../directory/store/tenants.js';
import type { AuditEntry } from '../model/audit-entry.js';

export interface AuditQuery extends Pick<ListQuery, 'page' | 'per_page' | 'cursor'> {
  /** Id of a key, an app, a grant, a session or a person. */
  readonly credential?: string;
  readonly type?: readonly string[];
  /** Id of the person or key that acted. */
  readonly actor?: string;
  /** Bounds of the period, each a day (UTC) or a timestamp. */
  readonly created_after?: string;
  readonly created_before?: string;
}

/** Leaves out events, because their payloads are for consumers. */
const projection = { events: 0, unpublished: 0, share: 0, unroutable: 0 } as const;

/**
 * The audit log: the journal's entries about a workspace's keys, apps and grants, and about its people and their
 * sessions. People may work for several workspaces, so an entry about an account lists the workspaces that it concerns
 * (`attributes.workspace_ids`).
 */
export class AuditLog {
  readonly #runtime: ServiceRuntime;

  constructor(runtime: ServiceRuntime) {
    this.#runtime = runtime;
    runtime.declare({
      name: journalCollection,
      indexes: [{ name: 'newest', keys: { workspace_id: 1, at: -1, _id: -1 } }],
    });
  }

  /** Lists entries, newest first. Lists entries about people only for the given periods. */
  list(
    { workspaceId, deadline }: Pick<Caller, 'workspaceId' | 'deadline'>,
    periods: readonly ActivePeriod[],
    query: AuditQuery,
  ): Promise<Listed<AuditEntry>> {
    const people = periods.map(({ person_id, from, until }) => ({
      subject: person_id,
      at: { $gte: from, ...(until && { $lte: until }) },
    }));
    const sources = [this.#source({ workspace_id: workspaceId }, query, 'newest', deadline)];
    if (people.length > 0) {
      const ofPeople = { workspace_id: directory.workspaceId, 'attributes.workspace_ids': workspaceId, $or: people };
      sources.push(this.#source(ofPeople, query, 'timeline', deadline));
    }
    const { credential = '', actor = '', created_after = '', created_before = '', type = [] } = query;
    const scope = ['audit', workspaceId, credential, actor, created_after, created_before, ...type];
    return mergePages(sources, query, scope, { field: 'at', toPosition: ({ at, _id }) => [at, _id] });
  }

  #source(owned: Filter, query: AuditQuery, hint: string, deadline: Deadline) {
    const { credential, type, actor, created_after, created_before } = query;
    const journal = this.#runtime.databases.live.collection<AuditEntry>(journalCollection);
    const conditions: Filter[] = [owned];
    if (credential !== undefined) {
      conditions.push({ $or: [{ subject: credential }, { 'attributes.session_id': credential }] });
    }
    if (type) conditions.push({ type: { $in: [...type] } });
    if (actor !== undefined) conditions.push({ 'actor.id': actor });
    const at = matchRange(['created_after', created_after], ['created_before', created_before]);
    if (at) conditions.push({ at });
    return {
      find: (after: Filter, bounds: Bounds) => {
        const sort = { at: -1, _id: -1 } as const;
        const options = { sort, ...bounds, projection, hint, ...limitDatabaseTime(deadline) };
        return journal.find({ $and: [...conditions, after] }, options).toArray();
      },
      count: () => journal.countDocuments({ $and: conditions }, { hint, ...limitDatabaseTime(deadline) }),
    };
  }
}
