import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { LeadReference } from '../../peers/lead-directory.js';
import { canView } from '../../units/model/visibility.js';
import { transferToLead, transferToUnit } from '../model/change-hold.js';
import { isOpen } from '../model/hold.js';
import { unknownLead, unknownUnit } from '../work/add-hold.js';
import { changeHold } from '../work/change-hold.js';
import { assertOwnLead, findLead, lockLead } from '../work/hold-leads.js';
import { toAnswer } from './update-hold.js';

interface TransferBody {
  readonly lead_id?: string | null;
  readonly unit_id?: string | null;
}

/** Returns an error if a body doesn't contain exactly one target. */
function findChoiceFaults({ lead_id, unit_id }: TransferBody): ProblemDetail[] {
  if (Boolean(lead_id) !== Boolean(unit_id)) return [];
  const message = lead_id ? 'must not be sent together with unit_id' : 'is required, unless unit_id is sent';
  return [{ field: 'lead_id', message }];
}

async function moveToLead(context: Context, call: Call<TransferBody>, leadId: string) {
  const { caller } = call;
  let lead: LeadReference | null = null;
  const readLead = () => {
    if (!lead) throw invalid(unknownLead);
    return lead;
  };
  return changeHold(context, call, {
    id: call.path('id'),
    isDone: (hold) => isOpen(hold) && hold.lead_id === leadId,
    prepare: async () => {
      lead = await findLead(context, caller, leadId);
      assertOwnLead(caller, readLead());
    },
    check: (_hold, now, session) => lockLead(context, caller, readLead(), now, session),
    decide: (state, now) => [transferToLead(state, readLead(), now)],
    toAnswer,
  });
}

async function moveToUnit(context: Context, call: Call<TransferBody>, unitId: string) {
  const { caller } = call;
  const found = await context.units.get(caller, unitId);
  const allowed = await context.visibilityOf(caller, found ? [found] : []);
  return changeHold(context, call, {
    id: call.path('id'),
    targetUnitId: unitId,
    isDone: (hold) => isOpen(hold) && hold.unit_id === unitId,
    decide: ({ target, ...state }, now) => {
      if (!target || !canView(allowed, target.unit)) throw invalid(unknownUnit);
      return transferToUnit(state, target, now);
    },
    toAnswer,
  });
}

/** POST /v1/holds/:id/transfer */
export function transferHold(context: Context): InspectingHandler {
  const handle: Handler<TransferBody> = async (call) => {
    const { lead_id, unit_id } = call.body;
    const faults = findChoiceFaults(call.body);
    if (faults.length > 0) throw invalid(...faults);
    return lead_id ? moveToLead(context, call, lead_id) : moveToUnit(context, call, unit_id ?? '');
  };
  return { handle, inspect: async ({ body }: Call<TransferBody>) => findChoiceFaults(body) };
}
