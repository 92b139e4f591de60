import { PeriodicTask } from '@plotline/kit/jobs/periodic-task';
import type { Context } from '../context.js';
import { repairSale } from './repair-sale.js';

const intervalMs = 3_000;
const batch = 50;

/** Background work that carries on sales and releases which a crash or a silent peer left behind. */
export function createSaleRepair(context: Context): PeriodicTask {
  const { sales, clock, runtime } = context;
  return new PeriodicTask({
    name: 'sale-repair',
    intervalMs,
    runtime,
    run: async (mode, shouldContinue) => {
      for (const sale of await sales.due(mode, clock(), batch)) {
        if (!(await shouldContinue())) return;
        await repairSale(context, mode, sale);
      }
    },
  });
}
