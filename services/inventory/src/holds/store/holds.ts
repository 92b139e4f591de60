import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { type Listed, listRecords, type Walked, type WalkPage, walkRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Filter, Owned } from '@plotline/kit/store/records/records';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Hold } from '../model/hold.js';
import { type HoldQuery, holdPaths, toHoldFilter, withEndOrder } from './hold-query.js';

const open = { $in: ['active', 'queued'] };
const within = (session?: TransactionSession) => (session ? { session } : {});

/** Open holds of an agent. */
export interface AgentHolds {
  readonly agentId: string;
  readonly limit: number;
}

/** Deals of a lead to which a unit was sold. */
export interface SoldDeals {
  readonly leadId: string;
  readonly dealIds: readonly string[];
}

/** Reads stored holds. `HoldBook` writes them. */
export class Holds {
  readonly #collection: Collection<Hold>;

  constructor(collection: Collection<Hold>) {
    this.#collection = collection;
  }

  get(tenant: Tenant, id: string, session?: TransactionSession): Promise<Hold | null> {
    return this.#collection.in(tenant).get(id, session);
  }

  /** Reads one page of a list. Throws VALIDATION_ERROR for a malformed cursor. */
  async list(tenant: Tenant, query: HoldQuery): Promise<Listed<Hold>> {
    const records = this.#collection.in(tenant);
    const ordered = withEndOrder(query);
    const plan = await planList(records, holdPaths, { filter: toHoldFilter(query), sort: ordered.sort });
    return listRecords(records, plan, ordered);
  }

  /** Reads one page of the holds that match the query. */
  async walk(tenant: Tenant, query: HoldQuery, page: WalkPage): Promise<Walked<Hold>> {
    const records = this.#collection.in(tenant);
    const plan = await planList(records, holdPaths, { filter: toHoldFilter(query), sort: query.sort });
    return walkRecords(records, plan, page);
  }

  /** Finds the open holds of leads, oldest first. */
  findOpenOfLeads(
    tenant: Tenant,
    leadIds: readonly string[],
    { limit, session }: { readonly limit?: number; readonly session?: TransactionSession } = {},
  ): Promise<Hold[]> {
    const filter = { lead_id: { $in: [...leadIds] }, status: open };
    const options = { hint: 'lead_open', sort: { created_at: 1, _id: 1 }, ...(limit && { limit }) } as const;
    return this.#collection.in(tenant).find(filter, { ...options, ...within(session) });
  }

  /** Finds some open holds that a lead got in an earlier version. */
  findOpenBefore(tenant: Tenant, leadId: string, version: number, limit: number, session: TransactionSession) {
    const filter = { lead_id: leadId, status: open, lead_version: { $lt: version } };
    return this.#collection.in(tenant).find(filter, { hint: 'lead_open', limit, session });
  }

  /** Finds some holds of a lead that match a condition, including ended holds. */
  findOfLead(tenant: Tenant, leadId: string, condition: Filter, limit: number, session: TransactionSession) {
    return this.#collection.in(tenant).find({ lead_id: leadId, ...condition }, { hint: 'lead_open', limit, session });
  }

  /** Finds some open holds of an agent. */
  findOpenOfAgent(tenant: Tenant, { agentId, limit }: AgentHolds, session: TransactionSession): Promise<Hold[]> {
    const filter = { agent_id: agentId, status: open };
    return this.#collection.in(tenant).find(filter, { hint: 'agent_open', limit, session });
  }

  /** Counts an agent's active holds whose time has not passed, up to a limit. */
  countActiveOfAgent(tenant: Tenant, agentId: string, now: Date, limit: number, session: TransactionSession) {
    const filter = { agent_id: agentId, status: 'active', expires_at: { $gt: now } };
    return this.#collection.in(tenant).count(filter, { hint: 'agent_open', limit, session });
  }

  /**
   * Finds the hold that was converted when the unit was sold to one of a lead's deals. Returns the latest if there are
   * several.
   */
  async findConverted(tenant: Tenant, unitId: string, { leadId, dealIds }: SoldDeals): Promise<Hold | null> {
    const filter = { unit_id: unitId, status: 'converted', lead_id: leadId, deal_id: { $in: [...dealIds] } };
    const options = { hint: 'unit_open', sort: { ended_at: -1 }, limit: 1 } as const;
    const [found] = await this.#collection.in(tenant).find(filter, options);
    return found ?? null;
  }

  /** Finds active holds of all workspaces whose time has passed, starting with the longest overdue. */
  findDue(mode: Mode, now: Date, limit: number): Promise<Owned<Hold>[]> {
    const options = { hint: 'due', sort: { expires_at: 1, _id: 1 }, limit } as const;
    return this.#collection.acrossWorkspaces(mode).find({ status: 'active', expires_at: { $lte: now } }, options);
  }
}
