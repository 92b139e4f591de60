import type { Caller } from '@plotline/kit/caller';
import type { ProblemDetail } from '@plotline/kit/errors';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { createLead } from '../domain/new-lead.js';
import { defaultSource } from './default-source.js';
import { budgetFaults, instantFaults, type NewLeadBody, readInstants } from './lead-input.js';
import { checkReferences } from './lead-references.js';

/** What became of a body: a lead that may be stored, or the faults that speak against it. */
export interface PreparedLead {
  readonly lead: Lead | null;
  readonly faults: readonly ProblemDetail[];
}

/** Makes leads of bodies that fit the contract; one result for each body, in their order. */
export async function prepareLeads(
  context: Context,
  caller: Caller,
  bodies: readonly NewLeadBody[],
): Promise<PreparedLead[]> {
  const references = await checkReferences(context, caller, bodies);
  const now = context.clock();
  return bodies.map((body, place) => {
    const { faults: dangling = [], prices = [] } = references[place] ?? {};
    const faults = [...instantFaults(body), ...budgetFaults(body.budget), ...dangling];
    if (faults.length > 0) return { lead: null, faults };
    const input = { ...readInstants(body), source: body.source ?? defaultSource(caller) };
    return { lead: createLead(input, newId('lead'), prices, now), faults };
  });
}
