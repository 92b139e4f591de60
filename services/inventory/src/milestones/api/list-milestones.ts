import { page, selectFields } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toMilestoneJson } from '../model/milestone-json.js';
import type { MilestoneQuery } from '../store/milestone-collection.js';

interface ShownFields {
  readonly fields?: readonly string[];
}

/** GET /v1/properties/:id/milestones */
export function listMilestones({ milestones, properties }: Context): Handler<unknown, MilestoneQuery & ShownFields> {
  return async ({ caller, path, query }) => {
    const [property] = await properties.getMany(caller, [path('id')]);
    if (!property) throw notFound();
    const { fields, ...rest } = query;
    const { records, info } = await milestones.list(caller, property.id, rest);
    return page(
      records.map((milestone) => selectFields(toMilestoneJson(milestone), fields)),
      info,
    );
  };
}
