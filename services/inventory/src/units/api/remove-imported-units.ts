import { createRemoval, type RemoveImported } from '@plotline/kit/imports/remove-imported';
import type { RowCheck } from '@plotline/kit/imports/row-check';
import type { Context } from '../../context.js';
import type { Unit } from '../model/unit.js';

function toPair<Reason>(id: string, reason: Reason | null): [string, Reason][] {
  return reason === null ? [] : [[id, reason]];
}

/** Creates the function that removes units created by an import. */
export function createUnitRemoval(
  { units, unitRemovals, runtime }: Pick<Context, 'units' | 'unitRemovals' | 'runtime'>,
  operation: Pick<RowCheck<object>, 'assertAllowed'>,
): RemoveImported {
  return createRemoval<Unit>(runtime, {
    operation,
    derivedBy: [],
    find: (caller, ids, session) => units.getMany(caller, ids, session),
    findBlocked: async (_caller, found) => {
      const reasonOf = ({ deal_id, hold }: Unit) => (deal_id !== null ? 'HAS_DEAL' : hold ? 'CHANGED' : null);
      return new Map(found.flatMap((unit) => toPair(unit.id, reasonOf(unit))));
    },
    remove: (caller, removed, time, session) => unitRemovals.remove(caller, removed, time.after(...removed), session),
  });
}
