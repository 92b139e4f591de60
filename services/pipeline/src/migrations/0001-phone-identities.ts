import { rebuildDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { Migration } from '@plotline/kit/store/migrations';
import { Collection } from '@plotline/kit/store/records/collection';
import { createLeadCollection } from '../leads/store/lead-collection.js';

/**
 * Derives the fields by which leads are found again: phones are compared in their international form instead of their
 * digits. The previous version finds phones with a plus as before. It writes other phones as it did, which `rebuild.js
 * leads` corrects after the roll-out.
 */
export const up: Migration = async ({ mode, database, log }) => {
  const databases = { live: database, sandbox: database };
  const leads = createLeadCollection({ collection: (options) => new Collection(databases, options) });
  let [checked, corrected] = [0, 0];
  const advance = async (step: { readonly checked: number; readonly corrected: number }) => {
    checked += step.checked;
    corrected += step.corrected;
    log.info({ mode, checked, corrected }, 'deriving leads');
  };
  await rebuildDerived(leads, mode, { after: '', advance });
};
