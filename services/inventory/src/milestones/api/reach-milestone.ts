import { created, ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import type { Call, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { findDayFaults, findNameFaults, type Milestone } from '../model/milestone.js';
import { toMilestoneJson } from '../model/milestone-json.js';
import * as work from '../work/reach-milestone.js';

interface Body {
  readonly name: string;
  readonly reached_on?: string | null;
}

/** POST /v1/properties/:id/milestones */
export function reachMilestone(context: Context): InspectingHandler {
  const getToday = ({ timeZone }: Pick<Caller, 'timeZone'>) => toLocalDay(context.clock(), timeZone);
  const findFaults = ({ name, reached_on }: Partial<Body>, today: string): ProblemDetail[] => [
    ...(name === undefined ? [] : findNameFaults(name)),
    ...findDayFaults(reached_on, today),
  ];
  const toAnswer = (milestone: Milestone, isNew: boolean) => {
    const json = toMilestoneJson(milestone);
    return isNew ? created(json) : ok(json);
  };
  return {
    handle: async (call: Call<Body>) => {
      const { caller, path, body } = call;
      const today = getToday(caller);
      const faults = findFaults(body, today);
      if (faults.length > 0) throw invalid(...faults);
      const report = { property_id: path('id'), name: body.name, reached_on: body.reached_on ?? today };
      return work.reachMilestone(context, call, report, toAnswer);
    },
    inspect: async ({ caller, body }: Call<Partial<Body>>) => findFaults(body, getToday(caller)),
  };
}
