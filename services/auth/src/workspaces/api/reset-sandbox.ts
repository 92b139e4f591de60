import type { BodyAnswer } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { toResetEvent } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { Context } from '../../context.js';

/** POST /auth/sandbox/reset */
export function resetSandbox({ runtime, roleAssignments }: Context): Handler {
  return async (call) => {
    const { workspaceId } = call.caller;
    const { answer } = await runtime.journal.commit(call, async (session, { at }) => {
      await roleAssignments.forgetSandboxAgents(workspaceId, session);
      const accepted: BodyAnswer = { status: 202, body: { started_at: at } };
      const events = [toResetEvent({ workspaceId, startedAt: at })];
      const entry = { subject: workspaceId, type: 'sandbox_reset', description: 'The sandbox was reset.', events };
      return { entries: [entry], answer: accepted };
    });
    return answer;
  };
}
