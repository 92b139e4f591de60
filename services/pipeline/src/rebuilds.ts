import type { Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildCounters } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { createCounterSource } from './sales/store/counter-source.js';
import { rebuildDealTotals } from './sales/work/rebuild-deal-totals.js';
import type { Stores } from './stores.js';
import { rebuildFollowUps } from './tasks/work/rebuild-follow-ups.js';

/** Creates the rebuilds that `rebuild.js` runs. */
export function createRebuilds(runtime: ServiceRuntime, stores: Stores): Rebuilds {
  const { leads, sales, invoices, instalments } = stores;
  return {
    counters: (mode, progress) =>
      rebuildCounters(runtime, [createCounterSource(stores)], (of) => leads.listWorkspaces(of), mode, progress),
    leads: (mode, progress) => leads.rebuildDerived(mode, progress),
    follow_ups: (mode, progress) => rebuildFollowUps({ ...stores, runtime }, mode, progress),
    invoices: (mode, progress) => invoices.rebuildDerived(mode, progress),
    instalments: (mode, progress) => instalments.rebuildDerived(mode, progress),
    deal_totals: (mode, progress) => rebuildDealTotals({ ...stores, runtime }, mode, progress),
    sales: (mode, progress) => sales.rebuildDerived(mode, progress),
  };
}
