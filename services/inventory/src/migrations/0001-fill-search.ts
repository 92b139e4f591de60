import { fillDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { Migration } from '@plotline/kit/service/migrate';
import type { Property } from '../properties/model/property.js';
import { deriveProperty, propertySchema } from '../properties/store/property-collection.js';
import type { Unit } from '../units/model/unit.js';
import { deriveUnit, unitSchema } from '../units/store/unit-collection.js';

/** Fills in the search text and the sort key for names. */
export const up: Migration = async (context) => {
  await fillDerived<Property>(context, { name: 'properties', schema: propertySchema, derive: deriveProperty });
  await fillDerived<Unit>(context, { name: 'units', schema: unitSchema, derive: deriveUnit });
};
