import { created, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Call, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toTaskJson } from '../model/task-json.js';
import { addTask, unknownLead } from '../work/change-task.js';
import { findAgentFaults, findDueFaults, type NewTaskBody, readDueAt } from './task-body.js';

/** Finds the lead of a body, and the errors that the contract doesn't detect. */
async function inspectBody(context: Context, caller: Caller, body: Partial<NewTaskBody>) {
  const { lead_id } = body;
  const [lead, ofAgent] = await Promise.all([
    lead_id === undefined ? null : context.leads.get(caller, lead_id),
    findAgentFaults(context, caller, body),
  ]);
  const ofLead: readonly ProblemDetail[] = lead || lead_id === undefined ? [] : [unknownLead];
  return { lead, faults: [...ofLead, ...findDueFaults(body), ...ofAgent] };
}

/** POST /v1/tasks */
export function createTask(context: Context): InspectingHandler {
  return {
    handle: async (call: Call<NewTaskBody>) => {
      const { caller, body } = call;
      const { lead, faults } = await inspectBody(context, caller, body);
      if (faults.length > 0) throw invalid(...faults);
      const { lead_id, title, type, notes } = body;
      const defaultAgent = lead?.assigned_agent ?? caller.actor.agentId ?? null;
      const assigned_agent = body.assigned_agent === undefined ? defaultAgent : body.assigned_agent;
      const due_at = readDueAt(body.due_at, caller);
      const input = { id: newId('task'), lead_id, title, type, notes, due_at, assigned_agent };
      return addTask(context, call, input, (task) => withVersion(created(toTaskJson(task)), task.version));
    },
    inspect: async ({ caller, body }: Call<Partial<NewTaskBody>>) => (await inspectBody(context, caller, body)).faults,
  };
}
