import type { Caller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { normalizeName } from '@plotline/kit/core/normalize-text';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import type { SoldUnit } from '../../peers/inventory.js';
import type { PlannedInstalment } from '../../plans/model/payment-plan.js';
import type { OpenDeposit } from '../model/deal.js';
import { planInstalments, type SaleDays } from '../model/plan-instalments.js';
import type { Sale, SaleFacts } from '../model/sale.js';

type FactsContext = Pick<Context, 'construction' | 'invoices' | 'milestoneUses' | 'clock' | 'runtime'>;

/** Facts on which the due days of a sale depend, with the ids of their milestones. */
interface KnownDays extends SaleDays {
  readonly milestoneIds: readonly string[];
}

/**
 * Reads the facts on which the due days of the instalments depend. Calls inventory only if an instalment depends on the
 * property.
 */
async function readDays(
  { construction, milestoneUses }: FactsContext,
  caller: Caller,
  propertyId: string,
  planned: readonly PlannedInstalment[],
  today: string,
): Promise<KnownDays> {
  const dependsOnProperty = planned.some(({ due }) => due.on === 'milestone' || due.on === 'completion');
  if (!dependsOnProperty) return { today, completionDate: null, milestones: [], milestoneIds: [] };
  const { completionDate, milestones } = await construction.getProgress(caller, propertyId);
  const wanted = new Set(planned.flatMap(({ due }) => (due.on === 'milestone' ? [normalizeName(due.milestone)] : [])));
  const named = milestones.filter(({ name }) => wanted.has(normalizeName(name)));
  const withdrawn = await milestoneUses.findWithdrawn(
    caller,
    named.map(({ id }) => id),
  );
  const used = named.filter(({ id }) => !withdrawn.has(id));
  return {
    today,
    completionDate,
    milestones: used.map(({ name }) => name),
    milestoneIds: used.map(({ id }) => id),
  };
}

/**
 * Returns the deposit of the converted hold. A deposit can't pay the deal's invoices if its currency differs from the
 * deal's.
 */
function readDeposit(
  { runtime }: FactsContext,
  caller: Caller,
  { deposit }: SoldUnit,
  { sale, currency, timeZone }: { readonly sale: Sale; readonly currency: string; readonly timeZone: string },
): OpenDeposit | null {
  if (!deposit) return null;
  const { amount, paidAt, reference } = deposit;
  if (deposit.currency === currency) return { amount, paid_on: toLocalDay(paidAt, timeZone), reference };
  runtime.log.warn({ deal: sale.id, ...toLogFields(caller) }, 'deposit in another currency ignored');
  return null;
}

/**
 * Gathers the data that is needed to close a sale: its instalments, its deposit, and the numbers of its first invoices.
 */
export async function gatherFacts(
  context: FactsContext,
  caller: Caller,
  sale: Sale,
  unit: SoldUnit,
): Promise<SaleFacts> {
  const { propertyId } = unit;
  const currency = unit.currency ?? sale.fallback_currency;
  const timeZone = sale.time_zone ?? caller.timeZone;
  const planned = sale.instalments ?? null;
  const today = toLocalDay(context.clock(), timeZone);
  const days = planned && (await readDays(context, caller, propertyId, planned, today));
  const plan =
    planned &&
    days &&
    planInstalments(
      planned,
      {
        dealId: sale.id,
        propertyId,
        value: sale.terms.value,
        currency,
        leadDays: sale.invoice_lead_days ?? 0,
        newId: () => newId('inst'),
      },
      days,
    );
  const wanted = plan ? plan.due.size : 1;
  const firstCount = wanted > 0 ? await context.invoices.takeNextCounts(caller, wanted) : 0;
  const invoices = Array.from({ length: wanted }, (_, place) => ({
    invoiceId: newId('inv'),
    paymentId: newId('pay'),
    invoiceCount: firstCount + place,
  }));
  const deposit = readDeposit(context, caller, unit, { sale, currency, timeZone });
  const milestoneIds = days?.milestoneIds ?? [];
  return { propertyId, currency, commissionId: newId('com'), plan, milestoneIds, deposit, invoices };
}
