import { createDeferredWorker, runEach } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import { repairSale, retrySale } from './repair-sale.js';

/**
 * Creates the worker that completes sales and releases units after a request crashed or got no response from inventory.
 */
export function createSaleRepair(context: Context): PeriodicTask {
  const { sales, clock, runtime } = context;
  return createDeferredWorker({
    name: 'sale-repair',
    intervalMs: 3_000,
    maxBatch: 50,
    jobs: sales.jobs,
    clock,
    runtime,
    run: runEach((tenant, sale) => repairSale(context, tenant, sale)),
    retry: retrySale,
  });
}
