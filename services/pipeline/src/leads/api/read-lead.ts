import { ok, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { ReadRecord } from '@plotline/kit/rpc/get-record';
import type { Context } from '../../context.js';
import { toLeadJson } from '../model/lead-json.js';
import { activityTypes, toActivityJson } from './activity-json.js';
import { fetchRelations, type Relation } from './lead-relations.js';

interface Query {
  readonly fields?: readonly string[];
  readonly expand?: readonly Relation[];
  readonly include_activity: boolean;
}

/** Maximum number of timeline entries in the response, which contains the newest. `/activity` returns all of them. */
const maxActivities = 100;

/** Reads a lead for RecordDetailsService.GetRecord, in the form that GET returns. */
export function readLead({ leads }: Context): ReadRecord {
  return async (caller, id) => toLeadJson(await leads.getExisting(caller, id));
}

/** GET /v1/leads/:id */
export function getLead(context: Context): Handler<unknown, Query> {
  const { leads, runtime } = context;
  return async ({ caller, path, query }) => {
    const lead = await leads.getExisting(caller, path('id'));
    const newest = { types: activityTypes, skip: 0, limit: maxActivities };
    const [relations, timeline] = await Promise.all([
      fetchRelations(context, caller, [lead], query.expand),
      query.include_activity ? runtime.journal.readTimeline(caller, lead.id, newest) : null,
    ]);
    const shown = {
      ...selectFields(toLeadJson(lead), query.fields),
      ...relations(lead),
      ...(timeline && { activity: timeline.entries.map(toActivityJson) }),
    };
    return withVersion(ok(shown), lead.version);
  };
}
