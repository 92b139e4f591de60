import { createRemoval, type RemoveImported } from '@plotline/kit/imports/remove-imported';
import type { RowCheck } from '@plotline/kit/imports/row-check';
import type { Context } from '../../context.js';
import type { Property } from '../model/property.js';

/**
 * Creates the function that removes properties created by an import. It keeps a property with units, because an import
 * of properties doesn't create units.
 */
export function createPropertyUndo(
  { properties, propertyUnits, runtime }: Pick<Context, 'properties' | 'propertyUnits' | 'runtime'>,
  operation: Pick<RowCheck<object>, 'assertAllowed'>,
): RemoveImported {
  return createRemoval<Property>(runtime, {
    operation,
    derivedBy: [],
    find: (caller, ids, session) => properties.getMany(caller, ids, session),
    findBlocked: async (caller, found, session) => {
      const ids = found.map(({ id }) => id);
      const withUnits = await propertyUnits.findProperties(caller, ids, session);
      return new Map(withUnits.map((id) => [id, 'HAS_UNITS']));
    },
    remove: (caller, removed, time, session) =>
      properties.removeEmpty(caller, removed, time.after(...removed), session),
  });
}
