import { type Answer, noContent, ok, withVersion } from '@plotline/kit/core/answer';
import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import { merge } from '@plotline/kit/core/json-object';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { completeTask as complete, editTask, reopenTask as reopen, type Task } from '../model/task.js';
import { toTaskJson } from '../model/task-json.js';
import { changeTask } from '../work/change-task.js';
import { findAgentFaults, findDueFaults, readDueAt, type TaskBody } from './task-body.js';

const toAnswer = (task: Task | null): Answer => (task ? withVersion(ok(toTaskJson(task)), task.version) : noContent());

/** Finds the errors in a change. A task may keep an agent who has been deactivated or deleted. */
function findFaults(task: Task, body: TaskBody, ofAgent: readonly ProblemDetail[]): readonly ProblemDetail[] {
  return [...findDueFaults(body), ...(body.assigned_agent === task.assigned_agent ? [] : ofAgent)];
}

/** PUT /v1/tasks/:id */
export function updateTask(context: Context): InspectingHandler {
  return {
    handle: async (call: Call<TaskBody>) => {
      const { caller, path, body, header } = call;
      const ofAgent = await findAgentFaults(context, caller, body);
      const { due_at, title, type, assigned_agent, notes } = body;
      const decide = (task: Task, now: Date) => {
        const faults = findFaults(task, body, ofAgent);
        if (faults.length > 0) throw invalid(...faults);
        assertIfMatch(header, task);
        const patch = { title, type, assigned_agent, notes, due_at: due_at && readDueAt(due_at, caller) };
        return editTask(task, merge(task, patch), now);
      };
      return changeTask(context, call, { id: path('id'), decide, toAnswer });
    },
    inspect: async ({ caller, path, body }: Call<TaskBody>) => {
      const task = await context.tasks.get(caller, path('id'));
      return task ? findFaults(task, body, await findAgentFaults(context, caller, body)) : [];
    },
  };
}

/** DELETE /v1/tasks/:id */
export function deleteTask(context: Context): Handler {
  return (call) => {
    const decide = (task: Task) => {
      assertIfMatch(call.header, task);
      return null;
    };
    return changeTask(context, call, { id: call.path('id'), decide, toAnswer });
  };
}

/** POST /v1/tasks/:id/done */
export function completeTask(context: Context): Handler {
  return (call) => {
    const decide = (task: Task, now: Date) => complete(task, call.caller.actor.agentId ?? null, now);
    return changeTask(context, call, { id: call.path('id'), decide, toAnswer });
  };
}

/** POST /v1/tasks/:id/reopen */
export function reopenTask(context: Context): Handler {
  return (call) => changeTask(context, call, { id: call.path('id'), decide: reopen, toAnswer });
}
