import { newId } from '@plotline/kit/core/ids';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { Context } from '../../context.js';
import { countDeal } from '../model/count-deal.js';
import type { Deal } from '../model/deal.js';
import type { Instalment } from '../model/instalment.js';
import { type IssuedInvoice, invoiceInstalment } from '../model/issue-invoice.js';
import { describeIssue } from '../store/payment-entries.js';
import { queueOverdue } from './queue-overdue.js';

/** A planned instalment to invoice, and the day on which the invoice is due. */
export interface DueInstalment {
  readonly id: string;
  readonly dueOn: string;
}

export type InvoicingContext = Pick<
  Context,
  | 'deals'
  | 'instalments'
  | 'invoices'
  | 'milestoneUses'
  | 'payments'
  | 'counters'
  | 'overdueQueue'
  | 'clock'
  | 'runtime'
>;

/** Deals as they were read, and as the invoices so far have changed them. */
class InvoicedDeals {
  readonly #before: ReadonlyMap<string, Deal>;
  readonly #after = new Map<string, Deal>();

  constructor(deals: readonly Deal[]) {
    this.#before = new Map(deals.map((deal) => [deal.id, deal]));
  }

  get(id: string): Deal {
    const deal = this.#after.get(id) ?? this.#before.get(id);
    if (!deal) throw new Error(`The deal ${id} does not exist.`);
    return deal;
  }

  set(deal: Deal): void {
    this.#after.set(deal.id, deal);
  }

  /** Returns the changes to store. */
  list() {
    return [...this.#after.values()].map((after) => ({ before: this.#before.get(after.id) ?? after, after }));
  }
}

const none: { readonly entries: readonly EntryInput[]; readonly result: number } = { entries: [], result: 0 };

/** Compares instalments by their order in a plan. */
function byPlan(one: Instalment, other: Instalment): number {
  return one.deal_id < other.deal_id ? -1 : one.deal_id > other.deal_id ? 1 : one.position - other.position;
}

/**
 * Issues the invoices of instalments, at most 100, in one transaction with their events. Skips instalments that were
 * invoiced or cancelled in the meantime, so that a repeated call changes nothing. Issues no invoices if the id of a
 * milestone is given and the milestone was withdrawn. Resolves to the number of invoices.
 */
export async function invoiceInstalments(
  context: InvoicingContext,
  command: Command,
  due: readonly DueInstalment[],
  milestoneId?: string,
): Promise<number> {
  const { deals, instalments, invoices, milestoneUses, payments, counters, runtime } = context;
  const { caller } = command;
  if (due.length === 0) return 0;
  const dueOn = new Map(due.map((one) => [one.id, one.dueOn]));
  const firstCount = await invoices.takeNextCounts(caller, due.length);
  const facts = due.map((_, place) => ({
    invoiceId: newId('inv'),
    paymentId: newId('pay'),
    invoiceCount: firstCount + place,
  }));
  const commit = () =>
    runtime.journal.commit(command, async (session, time) => {
      if (!(await milestoneUses.use(caller, milestoneId, time.at, session))) return none;
      const found = await instalments.getMany(caller, [...dueOn.keys()], session);
      const dealIds = [...new Set(found.map(({ deal_id }) => deal_id))];
      const read = await deals.getMany(caller, dealIds, session);
      const now = time.after(...found, ...read);
      const invoiced = new InvoicedDeals(read);
      const all: IssuedInvoice[] = [];
      for (const [place, planned] of [...found].sort(byPlan).entries()) {
        const [own, day] = [facts[place], dueOn.get(planned.id)];
        if (!own || day === undefined) continue;
        const one = invoiceInstalment(planned, invoiced.get(planned.deal_id), { ...own, dueOn: day }, now);
        if (!one) continue;
        invoiced.set(one.stored.deal);
        all.push(one);
      }
      const changes = all.flatMap(({ planned, stored }) =>
        planned && stored.instalment ? [{ before: planned, after: stored.instalment }] : [],
      );
      await instalments.changeAll(caller, changes, session);
      await deals.changeAll(caller, invoiced.list(), session);
      await invoices.addAll(
        caller,
        all.map(({ stored }) => stored.invoice),
        session,
      );
      await queueOverdue(
        context,
        caller,
        all.map(({ stored }) => stored.invoice),
        session,
      );
      await payments.addAll(
        caller,
        all.flatMap(({ deposited }) => deposited?.payment ?? []),
        session,
      );
      const counted = invoiced.list();
      await counters.record(
        caller,
        counted.flatMap(({ before }) => countDeal(before)),
        counted.flatMap(({ after }) => countDeal(after)),
        session,
      );
      return { entries: all.map((one) => describeIssue(one, caller)), result: all.length };
    });
  return retryOnConflict(async () => (await commit()).result);
}
