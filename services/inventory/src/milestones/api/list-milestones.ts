import { page } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toMilestoneJson } from '../model/milestone-json.js';
import type { MilestoneQuery } from '../store/milestone-collection.js';

/** GET /v1/properties/:id/milestones */
export function listMilestones({ milestones, properties }: Context): Handler<unknown, MilestoneQuery> {
  return async ({ caller, path, query }) => {
    const [property] = await properties.getMany(caller, [path('id')]);
    if (!property) throw notFound();
    const { records, info } = await milestones.list(caller, property.id, query);
    return page(records.map(toMilestoneJson), info);
  };
}
