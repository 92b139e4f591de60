import { notFound } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { activityJson, activityTypes } from './activity-json.js';
import { leadJson } from './lead-json.js';
import { type Relation, relationsOf } from './lead-relations.js';

interface Query {
  readonly fields?: readonly string[];
  readonly expand?: readonly Relation[];
  readonly include_activity: boolean;
}

/** The timeline's newest entries that come with a lead; all of them are at its `/activity`. */
const activityShown = 100;

/** GET /v1/leads/:id */
export function readLead(context: Context): Handler<unknown, Query> {
  const { leads, runtime } = context;
  return async ({ caller, path, query }) => {
    const lead = await leads.get(caller, path('id'));
    if (!lead) throw notFound();
    const newest = { types: activityTypes, skip: 0, limit: activityShown };
    const [relations, timeline] = await Promise.all([
      relationsOf(context, caller, [lead], query.expand),
      query.include_activity ? runtime.journal.timeline(caller, lead.id, newest) : null,
    ]);
    const shown = {
      ...selectFields(leadJson(lead), query.fields),
      ...relations(lead),
      ...(timeline && { activity: timeline.entries.map(activityJson) }),
    };
    return versioned(ok(shown), lead.version);
  };
}
