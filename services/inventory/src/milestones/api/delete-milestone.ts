import { noContent } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { removeMilestone } from '../work/remove-milestone.js';

/** DELETE /v1/properties/:id/milestones/:name */
export function deleteMilestone(context: Context): Handler {
  return async (call) => {
    await removeMilestone(context, call, call.path('id'), call.path('name'));
    return noContent();
  };
}
