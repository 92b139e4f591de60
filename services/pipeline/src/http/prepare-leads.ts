import type { Caller } from '@plotline/kit/core/caller';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { mapInTurn } from '@plotline/kit/core/map-in-turn';
import type { Context } from '../context.js';
import type { Lead, Source } from '../domain/lead.js';
import { createLead } from '../domain/new-lead.js';
import {
  type CheckedReferences,
  checkReferences,
  findBudgetAmountFaults,
  findBudgetFaults,
  findTimestampFaults,
  type LeadBody,
  type NewLeadBody,
  parseTimestamps,
} from './lead-body.js';

/** The source of a lead without one: `api` when a key creates it, `manual` when a person does. */
function getDefaultSource({ actor }: Caller): Source {
  return actor.type === 'user' ? 'manual' : 'api';
}

/** The lead of a body, or the faults of the body. */
export interface PreparedLead {
  readonly lead: Lead | null;
  readonly faults: readonly ProblemDetail[];
}

/** Faults of the sound fields of bodies that the contract cannot find; one result for each body, in their order. */
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
    return { faults: [...findTimestampFaults(body), ...ofBudget, ...faults], prices };
  });
}

function isComplete(body: LeadBody): body is NewLeadBody {
  return body.name !== undefined && body.email !== undefined;
}

/** Creates leads from bodies, now or at the time given; one result for each body, in their order. `contractFaults` are added to its faults. */
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
    const input = { ...parseTimestamps(body), source: body.source ?? getDefaultSource(caller) };
    return { lead: createLead(input, newId('lead'), prices, now), faults };
  });
}
