import type { Caller } from '@plotline/kit/caller';
import type { ProblemDetail } from '@plotline/kit/errors';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { createLead } from '../domain/new-lead.js';
import { defaultSource } from './default-source.js';
import { budgetFaults, instantFaults, type LeadBody, type NewLeadBody, readInstants } from './lead-input.js';
import { type CheckedReferences, checkReferences } from './lead-references.js';

/** What became of a body: a lead that may be stored, or the faults that speak against it. */
export interface PreparedLead {
  readonly lead: Lead | null;
  readonly faults: readonly ProblemDetail[];
}

/** What speaks against the sound fields of bodies, whatever the contract has found in the others; in their order. */
export async function inspectBodies(
  context: Context,
  caller: Caller,
  bodies: readonly LeadBody[],
): Promise<CheckedReferences[]> {
  const checked = await checkReferences(context, caller, bodies);
  return bodies.map((body, place) => {
    const { faults = [], prices = [] } = checked[place] ?? {};
    return { faults: [...instantFaults(body), ...budgetFaults(body.budget), ...faults], prices };
  });
}

function isWhole(body: LeadBody): body is NewLeadBody {
  return body.name !== undefined && body.email !== undefined;
}

/** Makes leads of bodies, each with the faults that are known of it; one result for each body, in their order. */
export async function prepareLeads(
  context: Context,
  caller: Caller,
  bodies: readonly { readonly body: LeadBody; readonly known: readonly ProblemDetail[] }[],
): Promise<PreparedLead[]> {
  const inspected = await inspectBodies(
    context,
    caller,
    bodies.map(({ body }) => body),
  );
  const now = context.clock();
  return bodies.map(({ body, known }, place) => {
    const { faults: found = [], prices = [] } = inspected[place] ?? {};
    const faults = [...known, ...found];
    if (faults.length > 0 || !isWhole(body)) return { lead: null, faults };
    const input = { ...readInstants(body), source: body.source ?? defaultSource(caller) };
    return { lead: createLead(input, newId('lead'), prices, now), faults };
  });
}
