import type { Foundation } from '@plotline/kit/foundation';
import type { Collection } from '@plotline/kit/mongo/collection';
import { isActive, type Lead } from '../domain/lead.js';
import { leadIndexes, leadSchema } from './lead-schema.js';
import { searchFields } from './search-index.js';

export function leadCollection(foundation: Foundation): Collection<Lead> {
  return foundation.collection<Lead>({
    name: 'leads',
    schema: leadSchema,
    indexes: leadIndexes,
    derive: (lead) => ({ ...searchFields(lead), closed: !isActive(lead.stage) }),
  });
}
