import { Upkeep } from '@plotline/kit/upkeep';
import type { Context } from '../context.js';
import { repairSale } from './repair-sale.js';

const everyMs = 3_000;
const batch = 50;

/** Background work that carries on sales and releases which a crash or a silent peer left behind. */
export function createSaleRepair(context: Context): Upkeep {
  const { sales, clock, foundation } = context;
  return new Upkeep({
    name: 'sale-repair',
    everyMs,
    foundation,
    work: async (mode, goesOn) => {
      for (const sale of await sales.due(mode, clock(), batch)) {
        if (!(await goesOn())) return;
        await repairSale(context, mode, sale);
      }
    },
  });
}
