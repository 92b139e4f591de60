import type { Collection } from '@plotline/kit/mongo/collection';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { isActive, type Lead } from '../domain/lead.js';
import { leadIndexes, leadSchema } from './lead-schema.js';
import { searchFields } from './search-index.js';

export function leadCollection(runtime: ServiceRuntime): Collection<Lead> {
  return runtime.collection<Lead>({
    name: 'leads',
    schema: leadSchema,
    indexes: leadIndexes,
    derive: (lead) => ({ ...searchFields(lead), closed: !isActive(lead.stage) }),
  });
}
