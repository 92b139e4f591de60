import type { Caller } from '@plotline/kit/core/caller';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { mapInTurn } from '@plotline/kit/imports/importable';
import type { Context } from '../../context.js';
import type { Lead, Source } from '../model/lead.js';
import { createLead } from '../model/new-lead.js';
import {
  type CheckedReferences,
  checkReferences,
  findBudgetAmountFaults,
  findBudgetFaults,
  findPhoneFaults,
  findTimestampFaults,
  type LeadBody,
  type NewLeadBody,
  readFields,
} from './lead-body.js';

/** Returns the default source of a lead: `api` if an API key creates it, `manual` if a person does. */
function getDefaultSource({ actor }: Caller): Source {
  return actor.type === 'user' ? 'manual' : 'api';
}

/** New lead, or the errors in its body. */
export interface PreparedLead {
  readonly lead: Lead | null;
  readonly faults: readonly ProblemDetail[];
}

/**
 * Finds the errors that the contract doesn't detect, in fields that are valid by the contract. Returns one result for
 * each body, in order.
 */
export async function inspectBodies(
  context: Context,
  caller: Caller,
  bodies: readonly LeadBody[],
): Promise<CheckedReferences[]> {
  const checked = await checkReferences(context, caller, bodies);
  return bodies.map((body, place) => {
    const { faults = [], prices = [] } = checked[place] ?? {};
    const { budget } = body;
    const ofBudget = [...findBudgetFaults(budget), ...findBudgetAmountFaults(budget, caller)];
    return { faults: [...findPhoneFaults(body), ...findTimestampFaults(body), ...ofBudget, ...faults], prices };
  });
}

function isComplete(body: LeadBody): body is NewLeadBody {
  return body.name !== undefined && body.email !== undefined;
}

/**
 * Creates leads from bodies, with the current or the given time. Returns one result for each body, in order. Each
 * result includes the body's `contractFaults`.
 */
export async function prepareLeads(
  context: Context,
  caller: Caller,
  bodies: readonly { readonly body: LeadBody; readonly contractFaults: readonly ProblemDetail[] }[],
  at?: Date,
): Promise<PreparedLead[]> {
  const inspected = await inspectBodies(
    context,
    caller,
    bodies.map(({ body }) => body),
  );
  const now = at ?? context.clock();
  return mapInTurn(bodies, ({ body, contractFaults }, place) => {
    const { faults: found = [], prices = [] } = inspected[place] ?? {};
    const faults = [...contractFaults, ...found];
    if (faults.length > 0 || !isComplete(body)) return { lead: null, faults };
    const input = { ...readFields(body, caller), source: body.source ?? getDefaultSource(caller) };
    return { lead: createLead(input, newId('lead'), prices, now), faults };
  });
}
