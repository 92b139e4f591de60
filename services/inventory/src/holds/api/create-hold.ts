import { created, ok, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Call, InspectingHandler } from '@plotline/kit/http/handler';
import { readSetting } from '@plotline/protos/plotline/auth/v1/settings';
import type { Context } from '../../context.js';
import type { LeadReference } from '../../peers/lead-directory.js';
import { canView } from '../../units/model/visibility.js';
import { type Hold, type HoldTerms, toDefaultEnd } from '../model/hold.js';
import { toHoldJson } from '../model/hold-json.js';
import type { HoldRequest, SentTerms } from '../model/new-hold.js';
import { addHold, unknownLead, unknownUnit } from '../work/add-hold.js';
import { assertOwnLead, findLead } from '../work/hold-leads.js';
import {
  assertNamesSelf,
  type DepositBody,
  type EndBody,
  findAgentFaults,
  findDueFaults,
  findEndFaults,
  readDeposit,
  readEnd,
} from './hold-body.js';

interface NewHoldBody extends EndBody {
  readonly unit_id: string;
  readonly lead_id: string;
  readonly queue?: boolean | null;
  readonly agent_id?: string | null;
  readonly deposit?: DepositBody | null;
  readonly notes?: string | null;
}

/** Returns an error if the unit doesn't exist or the caller may not view it. */
async function findUnitFaults(context: Context, caller: Caller, id: string | undefined): Promise<ProblemDetail[]> {
  if (id === undefined) return [];
  const unit = await context.units.get(caller, id);
  return unit && canView(await context.visibilityOf(caller, [unit]), unit) ? [] : [unknownUnit];
}

/** Finds the lead that a body names, and the errors that the contract can't find. */
async function inspectBody(context: Context, caller: Caller, body: Partial<NewHoldBody>, now: Date) {
  const { unit_id, lead_id, agent_id, deposit } = body;
  const [ofUnit, lead, ofAgent] = await Promise.all([
    findUnitFaults(context, caller, unit_id),
    lead_id === undefined ? null : findLead(context, caller, lead_id),
    findAgentFaults(context, caller, agent_id),
  ]);
  const ofLead = lead || lead_id === undefined ? [] : [unknownLead];
  return { lead, faults: [...ofUnit, ...ofLead, ...findEndFaults(body, now), ...ofAgent, ...findDueFaults(deposit)] };
}

/**
 * Returns the default agent of a hold: the acting agent or, if there is none, the lead's agent, unless that agent is
 * deactivated.
 */
async function findDefaultAgent(context: Context, caller: Caller, lead: LeadReference): Promise<string | null> {
  const own = caller.actor.agentId;
  if (own !== undefined) return own;
  const faults = await findAgentFaults(context, caller, lead.assigned_agent);
  return faults.length > 0 ? null : lead.assigned_agent;
}

/** Returns the terms in a request body. Null counts as absent. */
function readSent(body: NewHoldBody): SentTerms {
  const { agent_id, expires_in, deposit, notes } = body;
  return {
    ...(agent_id && { agent_id }),
    ...(body.expires_at && { expires_at: new Date(body.expires_at) }),
    ...(typeof expires_in === 'number' && { expires_in }),
    ...(deposit && { deposit: readDeposit(deposit) }),
    ...(notes && { notes }),
  };
}

/** POST /v1/holds */
export function createHold(context: Context): InspectingHandler {
  const { clock } = context;
  return {
    handle: async (call: Call<NewHoldBody>) => {
      const { caller, body } = call;
      const now = clock();
      const { lead, faults } = await inspectBody(context, caller, body, now);
      if (faults.length > 0 || !lead) throw invalid(...faults);
      assertOwnLead(caller, lead);
      assertNamesSelf(caller, body.agent_id);
      const defaultHours = readSetting(caller, 'hold_hours');
      const sent = readSent(body);
      const terms: HoldTerms = {
        agent_id: sent.agent_id ?? (await findDefaultAgent(context, caller, lead)),
        expires_at: readEnd(body, now) ?? toDefaultEnd(defaultHours, now),
        expires_in: sent.expires_in ?? null,
        deposit: sent.deposit ?? null,
        notes: sent.notes ?? null,
      };
      const settings = { default_hours: defaultHours, max_extensions: readSetting(caller, 'hold_extensions') };
      const common = { id: newId('hold'), sent, terms, queue: body.queue ?? false, settings };
      let known: LeadReference | null = lead;
      return addHold(context, call, {
        unitId: body.unit_id,
        readLead: async () => {
          const read = known ?? (await findLead(context, caller, body.lead_id));
          known = null;
          if (!read) throw invalid(unknownLead);
          assertOwnLead(caller, read);
          return read;
        },
        toRequest: (of): HoldRequest => ({ ...common, lead: of }),
        toAnswer: (hold: Hold, isNew) => withVersion((isNew ? created : ok)(toHoldJson(hold)), hold.version),
      });
    },
    inspect: async ({ caller, body }: Call<Partial<NewHoldBody>>) =>
      (await inspectBody(context, caller, body, clock())).faults,
  };
}
