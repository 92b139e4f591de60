import { createHoldActions } from './held-units.js';
import { createHoldingLeads } from './holding-leads.js';
import { createInstalmentActions } from './instalments.js';
import { createMergeActions } from './merges.js';
import type { Action, Actor } from './tenant.js';

/** Runs one action from each list in turn, so that holds and sales of a unit compete. */
function mix(lists: readonly (readonly Action[])[]): readonly Action[] {
  const maxLength = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: maxLength }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
}

/** Holds, payment plans, payments and merges. */
export function createDealActions(actor: Actor): readonly Action[] {
  const leads = createHoldingLeads(actor);
  return mix([
    createHoldActions(actor, leads.findOpen),
    createInstalmentActions(actor, leads),
    createMergeActions(actor),
  ]);
}
