import { type Answer, ok, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { unavailable } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { nextVersion, retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { Context } from '../../context.js';
import type { Lead } from '../../leads/model/lead.js';
import { toLeadJson } from '../../leads/model/lead-json.js';
import type { SoldUnit } from '../../peers/inventory.js';
import { countDeal } from '../model/count-deal.js';
import type { Deal, DealTerms } from '../model/deal.js';
import { toCommissionJson, toDealJson } from '../model/deal-json.js';
import { type ClosedSale, canClose, closeSale, type Sale, type SaleFacts } from '../model/sale.js';
import { completeTotals } from '../store/deal-totals.js';
import { listIssueEvents } from '../store/payment-entries.js';
import { gatherFacts } from './gather-sale-facts.js';
import { queueInvoicing } from './queue-invoicing.js';
import { queueOverdue } from './queue-overdue.js';
import { abandonSale, tryReleaseUnit } from './undo-sale.js';

/** Adds the totals to the deal if an earlier release of Plotline stored it without them. */
export async function completeDeal({ invoices }: Pick<Context, 'invoices'>, caller: Caller, deal: Deal): Promise<Deal> {
  const [complete = deal] = await completeTotals(invoices, caller, [deal]);
  return complete;
}

/** Returns a 200 with a won lead and its deal. */
export function toWonAnswer(lead: Lead, deal: Deal): Answer {
  return withVersion(ok({ ...toLeadJson(lead), deal: toDealJson(deal) }), lead.version);
}

/**
 * Creates the entries of a won lead: the move, then the deal, both in its timeline. The deal's events have a separate
 * entry, because an erasure of the lead removes the lead's entries, even if their events aren't published yet.
 */
function describeClosing(
  { leads }: Pick<Context, 'leads'>,
  before: Lead,
  closed: ClosedSale,
  timeZone: string,
): EntryInput[] {
  const { lead, deal, commission, invoices } = closed;
  const { notes } = deal.terms;
  const remark = notes === null ? {} : { notes };
  // A lead that was moved to `won` before the sale doesn't move now, so there is no event for a move.
  const won =
    before.stage === 'won' ? [{ name: 'lead.won', version: nextVersion(before, lead), data: toLeadJson(lead) }] : [];
  const closing = {
    type: 'deal_closed',
    description: `The deal ${deal.id} was closed at ${deal.value} ${deal.currency}.`,
  };
  const ofLead = { ...closing, subject: lead.id, attributes: { deal_id: deal.id, ...remark }, events: won };
  const ofDeal = {
    ...closing,
    subject: deal.id,
    events: [
      { name: 'deal.created', version: deal.version, data: toDealJson(deal) },
      { name: 'deal.closed', version: deal.version, data: toDealJson(deal) },
      { name: 'commission.calculated', version: commission.version, data: toCommissionJson(commission) },
      ...invoices.flatMap((one) => listIssueEvents(one, { timeZone })),
    ],
  };
  return [...leads.describeChange(before, lead, remark), ofLead, ofDeal];
}

/**
 * Wins the lead, adds its deal, commission, instalments and invoices, and removes the sale, in one transaction. Throws
 * VersionConflict.
 */
async function commitClosing(context: Context, command: Command, sale: Sale, before: Lead, facts: SaleFacts) {
  const { leads, deals, commissions, instalments, invoices, milestoneUses, payments, sales, runtime } = context;
  const { caller } = command;
  const timeZone = sale.time_zone ?? caller.timeZone;
  const { answer } = await runtime.journal.commit(command, async (session, time) => {
    if (!(await sales.end(caller, sale.id, session))) throw new VersionConflict();
    for (const id of facts.milestoneIds) {
      if (!(await milestoneUses.use(caller, id, time.at, session))) throw new VersionConflict();
    }
    const closed = closeSale(sale, before, facts, time.after(before));
    const issued = closed.invoices.map(({ stored }) => stored.invoice);
    const deposited = closed.invoices.flatMap((one) => one.deposited?.payment ?? []);
    await deals.add(caller, closed.deal, session);
    await commissions.add(caller, closed.commission, session);
    await instalments.addAll(caller, closed.instalments, session);
    await invoices.addAll(caller, issued, session);
    await payments.addAll(caller, deposited, session);
    await queueInvoicing(context, { ...caller, timeZone }, closed.instalments, session);
    await queueOverdue(context, { ...caller, timeZone }, issued, session);
    const ofDeal = { before: [], after: countDeal(closed.deal) };
    const lead = await leads.save(caller, before, closed.lead, session, ofDeal);
    return { entries: describeClosing(context, before, closed, timeZone), answer: toWonAnswer(lead, closed.deal) };
  });
  return answer;
}

/**
 * Lead to win, or the end of the sale. `answer` is the answer if the sale has already won the lead, and null if the
 * sale was abandoned.
 */
type SaleProgress = { readonly lead: Lead } | { readonly answer: Answer | null };

/**
 * Reads the lead to win. Abandons the sale and releases its unit when the lead was moved or erased. `isRetry` is true
 * after a version conflict.
 */
async function readProgress(context: Context, caller: Caller, sale: Sale, isRetry: boolean): Promise<SaleProgress> {
  const { leads, deals, sales } = context;
  // Read the sale before the lead. If the sale has already ended without winning the lead, it can't win it later. So
  // releasing its unit can't affect a deal.
  const isSelling = !isRetry || (await sales.isSelling(caller, sale.id));
  const lead = await leads.get(caller, sale.lead_id);
  if (lead?.deal_id === sale.id) {
    const deal = await deals.getExisting(caller, sale.id);
    return { answer: toWonAnswer(lead, await completeDeal(context, caller, deal)) };
  }
  if (!lead || !canClose(sale, lead)) {
    if (!(await abandonSale(context, caller, sale, { maybeSold: true }))) await tryReleaseUnit(context, caller, sale);
    if (!lead) throw await leads.merged.describeMissing(caller, sale.lead_id);
    return { answer: null };
  }
  if (isSelling) return { lead };
  await tryReleaseUnit(context, caller, sale);
  return { answer: null };
}

/**
 * Returns the commission rate of the lead's agent; 0 if the lead has no agent, and null if the terms contain a
 * commission.
 */
export async function findRate(
  { agents }: Pick<Context, 'agents'>,
  caller: Caller,
  lead: Lead,
  terms: DealTerms,
): Promise<number | null> {
  if (terms.commission !== null) return null;
  if (lead.assigned_agent === null) return 0;
  const [agent] = await agents.find(caller, [lead.assigned_agent]);
  return agent?.commission_rate ?? 0;
}

/** Returns the sale with the lead's current agent, who gets the deal and the commission. */
async function followAgent(context: Context, caller: Caller, sale: Sale, lead: Lead): Promise<Sale> {
  const { assigned_agent } = lead;
  if (assigned_agent === sale.agent_id) return sale;
  return { ...sale, agent_id: assigned_agent, rate: await findRate(context, caller, lead, sale.terms) };
}

async function tryCommit(
  context: Context,
  command: Command,
  sale: Sale,
  facts: SaleFacts,
  isRetry: boolean,
): Promise<Answer | null> {
  const progress = await readProgress(context, command.caller, sale, isRetry);
  if ('answer' in progress) return progress.answer;
  const { lead } = progress;
  return commitClosing(context, command, await followAgent(context, command.caller, sale, lead), lead, facts);
}

/**
 * Closes a sale after its unit was sold. Resolves to the answer with lead and deal. Resolves to null if another request
 * abandoned the sale or the lead was moved. In that case the unit is released, and the request begins a new sale.
 * Rejects with NOT_FOUND when the lead was erased.
 */
export async function commitSale(
  context: Context,
  command: Command,
  sale: Sale,
  unit: SoldUnit,
): Promise<Answer | null> {
  let facts = await gatherFacts(context, command.caller, sale, unit);
  const attemptCommit = async (attempt: number) => {
    // The facts are gathered again for each attempt, because a milestone may have been withdrawn in the meantime.
    if (attempt > 0 && facts.milestoneIds.length > 0) facts = await gatherFacts(context, command.caller, sale, unit);
    return tryCommit(context, command, sale, facts, attempt > 0);
  };
  return retryOnConflict(attemptCommit, {
    exhausted: () => unavailable('Too many requests are changing the lead. Try again.'),
  });
}
