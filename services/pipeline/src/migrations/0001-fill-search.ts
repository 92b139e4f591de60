import { fillDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { Migration } from '@plotline/kit/service/migrate';
import type { Lead } from '../leads/model/lead.js';
import { deriveLead, leadSchema } from '../leads/store/lead-collection.js';

/**
 * Fills in the search text, the search keys, the order by name, and the international form by which phones are
 * compared.
 */
export const up: Migration = (context) =>
  fillDerived<Lead>(context, { name: 'leads', schema: leadSchema, derive: deriveLead });
