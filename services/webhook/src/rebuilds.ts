import type { Rebuild, Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildCounters } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { ChannelStores } from './deliveries/store/channel-stores.js';
import { createRecentCounterSource } from './deliveries/store/counter-source.js';
import type { Stores } from './stores.js';
import type { StoredSubscription } from './subscriptions/model/subscription.js';

function createCounterRebuild<S extends StoredSubscription>(
  runtime: ServiceRuntime,
  stores: ChannelStores<S>,
): Rebuild {
  return (mode, progress) => {
    const listWorkspaces = () => stores.subscriptions.listWorkspaces(mode);
    return rebuildCounters(runtime, [createRecentCounterSource(runtime, stores)], listWorkspaces, mode, progress);
  };
}

/** Creates the rebuilds that `rebuild.js` runs. */
export function createRebuilds(runtime: ServiceRuntime, { webhooks, integrations }: Stores): Rebuilds {
  return {
    counters: createCounterRebuild(runtime, webhooks),
    deliveries: (mode, progress) => webhooks.deliveries.rebuildDerived(mode, progress),
    integration_counters: createCounterRebuild(runtime, integrations),
    integration_deliveries: (mode, progress) => integrations.deliveries.rebuildDerived(mode, progress),
  };
}
