import { page, selectFields } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { cursorScope } from '@plotline/kit/store/lists/cursor';
import { orderByTime, pageInMemory, type TimeOrder } from '@plotline/kit/store/lists/page-in-memory';
import type { Context } from '../../context.js';
import { type DuplicateGroup, getNewest } from '../model/duplicate-groups.js';
import { toLeadJson } from '../model/lead-json.js';

interface PageQuery {
  readonly page: number;
  readonly per_page: number;
  readonly cursor?: string;
}

interface LeadQuery extends PageQuery, TimeOrder {
  readonly fields?: readonly string[];
}

/** GET /v1/leads/:id/duplicates */
export function listLeadDuplicates({ leads, leadDuplicates }: Context): Handler<unknown, LeadQuery> {
  return async ({ caller, path, query }) => {
    const lead = await leads.getExisting(caller, path('id'));
    const order = orderByTime(`duplicates ${lead.id}`, query);
    const { records, info } = pageInMemory(await leadDuplicates.list(caller, lead), query, order);
    return page(
      records.map((one) => selectFields(toLeadJson(one), query.fields)),
      info,
    );
  };
}

/** Maximum number of leads shown in a group. `GET /v1/leads/:id/duplicates` returns more. */
const maxShown = 20;

/** The group with the newest lead comes first. A lead is in only one group, so the order is unambiguous. */
const order = {
  scope: cursorScope('duplicate_groups'),
  kind: 'text',
  order: 'desc',
  toPosition: (group: DuplicateGroup) => [getNewest(group), getNewest(group)] as const,
} as const;

/** GET /v1/leads/duplicates */
export function listDuplicateGroups({ leads, leadDuplicates }: Context): Handler<unknown, PageQuery> {
  return async ({ caller, query }) => {
    const { records: shown, info } = pageInMemory(await leadDuplicates.findGroups(caller), query, order);
    const found = await leads.getAll(
      caller,
      shown.flatMap(({ ids }) => ids.slice(0, maxShown)),
    );
    const byId = new Map(found.map((lead) => [lead.id, toLeadJson(lead)]));
    const rows = shown.map(({ ids, fields }) => ({
      fields,
      count: ids.length,
      leads: ids.slice(0, maxShown).flatMap((id) => byId.get(id) ?? []),
    }));
    return page(rows, info);
  };
}
