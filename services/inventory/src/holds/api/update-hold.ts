import { noContent, ok, withVersion } from '@plotline/kit/core/answer';
import { invalid, notFound, type ProblemDetail } from '@plotline/kit/core/errors';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { editHold, extendHold, recordDeposit, releaseHold, takeBackDeposit } from '../model/change-hold.js';
import type { Deposit, Hold } from '../model/hold.js';
import { toHoldJson } from '../model/hold-json.js';
import { assertAgentMayHold } from '../model/new-hold.js';
import { countOfAgent } from '../work/add-hold.js';
import { changeHold } from '../work/change-hold.js';
import { isBoundToOwnLeads } from '../work/hold-leads.js';
import {
  assertNamesSelf,
  type DepositBody,
  type EndBody,
  findAgentFaults,
  findDueFaults,
  findEndFaults,
  getEndField,
  readEnd,
} from './hold-body.js';

export const toAnswer = (hold: Hold) => withVersion(ok(toHoldJson(hold)), hold.version);

interface HoldPatch {
  readonly notes?: string | null;
  readonly agent_id?: string | null;
  readonly deposit?: Partial<DepositBody> | null;
}

/**
 * Merges the deposit of a request body into the hold's deposit. Throws VALIDATION_ERROR for a new deposit without an
 * amount.
 */
function mergeDeposit({ deposit: before, price }: Hold, patch: HoldPatch['deposit']): Deposit | null {
  if (patch === undefined) return before;
  if (patch === null) return null;
  const { amount = before?.amount, currency = before?.currency ?? price.currency } = patch;
  if (amount === undefined) throw invalid({ field: 'deposit.amount', message: 'is required' });
  const due_at = patch.due_at === undefined ? (before?.due_at ?? null) : patch.due_at && new Date(patch.due_at);
  return {
    amount,
    currency,
    due_at: due_at || null,
    paid_at: before?.paid_at ?? null,
    reference: before?.reference ?? null,
  };
}

/** PUT /v1/holds/:id */
export function updateHold(context: Context): InspectingHandler {
  const { holds } = context;
  const inspectBody = async ({ caller, body, path }: Call<HoldPatch>) => {
    const hold = await holds.get(caller, path('id'));
    // A hold may keep a deactivated agent.
    const isNamed = hold !== null && body.agent_id !== hold.agent_id;
    const ofAgent = isNamed ? await findAgentFaults(context, caller, body.agent_id) : [];
    return { hold, isNamed, faults: [...ofAgent, ...findDueFaults(body.deposit)] };
  };
  return {
    handle: async (call: Call<HoldPatch>) => {
      const { caller, body, path } = call;
      const { hold: known, isNamed, faults } = await inspectBody(call);
      if (!known) throw notFound();
      if (faults.length > 0) throw invalid(...faults);
      if (isNamed) assertNamesSelf(caller, body.agent_id);
      const { agent_id = known.agent_id } = body;
      const change = {
        id: path('id'),
        check: async (hold: Hold, now: Date, session: Parameters<typeof countOfAgent>[4]) => {
          if (hold.status !== 'active' || agent_id === hold.agent_id) return;
          assertAgentMayHold(await countOfAgent(context, caller, agent_id, now, session));
        },
        decide: (state: Parameters<typeof editHold>[0], now: Date) => {
          const { hold } = state;
          const { notes = hold.notes } = body;
          const named = body.agent_id === undefined ? hold.agent_id : body.agent_id;
          return [editHold(state, { notes, agent_id: named, deposit: mergeDeposit(hold, body.deposit) }, now)];
        },
        toAnswer,
      };
      return changeHold(context, call, change);
    },
    inspect: async (call: Call<HoldPatch>) => (await inspectBody(call)).faults,
  };
}

/** Returns an error if a body doesn't contain the end exactly once. */
function findMissingEnd(body: EndBody, now: Date): ProblemDetail[] {
  if (readEnd(body, now)) return findEndFaults(body, now);
  return [{ field: 'expires_at', message: 'is required, unless expires_in is sent' }];
}

/** POST /v1/holds/:id/extend */
export function extend(context: Context): Handler<EndBody> {
  return (call) => {
    const { caller, body, path } = call;
    const now = context.clock();
    const faults = findMissingEnd(body, now);
    const expires_at = readEnd(body, now);
    if (faults.length > 0 || !expires_at) throw invalid(...faults);
    const extension = { expires_at, field: getEndField(body), isLimited: isBoundToOwnLeads(caller) };
    return changeHold(context, call, {
      id: path('id'),
      decide: (state, at) => [extendHold(state, extension, at)],
      toAnswer,
    });
  };
}

interface ReleaseBody {
  readonly reason?: string | null;
}

/** POST /v1/holds/:id/release */
export function release(context: Context): Handler<ReleaseBody | undefined> {
  return (call) => {
    const remark = call.body?.reason?.trim() || null;
    return changeHold(context, call, {
      id: call.path('id'),
      isDone: ({ status }) => status === 'released',
      decide: (state, now) => [releaseHold(state, remark, now)],
      toAnswer,
    });
  };
}

interface PaymentBody {
  readonly paid_at?: string | null;
  readonly reference?: string | null;
}

/** POST /v1/holds/:id/deposit */
export function payDeposit(context: Context): Handler<PaymentBody | undefined> {
  return (call) => {
    const now = context.clock();
    const { paid_at, reference } = call.body ?? {};
    const paidAt = paid_at ? new Date(paid_at) : now;
    if (Number.isNaN(paidAt.getTime())) throw invalid({ field: 'paid_at', message: 'must be a valid date-time' });
    if (paidAt > now) throw invalid({ field: 'paid_at', message: 'must not be in the future' });
    const payment = { paid_at: paidAt, reference: reference || null };
    return changeHold(context, call, {
      id: call.path('id'),
      isDone: ({ deposit }) => Boolean(deposit?.paid_at),
      decide: (state, at) => [recordDeposit(state, payment, at)],
      toAnswer,
    });
  };
}

/** DELETE /v1/holds/:id/deposit */
export function deleteDeposit(context: Context): Handler {
  return (call) =>
    changeHold(context, call, {
      id: call.path('id'),
      decide: (state, now) => {
        const after = takeBackDeposit(state, now);
        if (!after) throw notFound();
        return [after];
      },
      toAnswer: () => noContent(),
    });
}
