import type { Tenant } from '@plotline/kit/core/caller';
import { formatAmount } from '@plotline/kit/core/format-amount';
import { html } from '@plotline/kit/http/html';
import type { Connection } from '../../connections/model/connection.js';
import type { Context } from '../../context.js';
import type { PaymentLink } from '../../payments/model/payment-link.js';
import type { PaymentOutcome } from '../../vendors/model/simulation.js';
import { findReported, openSigning, type Report } from '../work/report.js';
import { badActionPage, notices, type Pressed, report, unknownPage, usedPage } from './outcome.js';
import { type Page, renderActions, renderNotice, toMessagePage } from './page.js';

/** State of the payment at the fake. `reported`: Plotline has the event, and has not recorded the payment. */
type PaymentState = 'open' | 'expired' | 'reported' | 'flagged' | 'paid' | 'refunded';

/** A link with its connection, and the state of its payment. */
interface Payment {
  readonly tenant: Tenant;
  readonly link: PaymentLink;
  readonly connection: Connection;
  readonly state: PaymentState;
}

function toReport(
  context: Context,
  { tenant, link, connection }: Omit<Payment, 'state'>,
  outcome: PaymentOutcome,
): Report | null {
  const provider = context.providers[connection.provider];
  if (provider.category !== 'payments') return null;
  const { id: linkId, amount_minor: amountMinor, currency } = link;
  const signing = openSigning(context, connection);
  const event = provider.simulate({ linkId, amountMinor, currency, mode: tenant.mode }, outcome, signing);
  return { tenant, connection, event, signing };
}

async function readState(context: Context, payment: Omit<Payment, 'state'>): Promise<PaymentState> {
  const { link } = payment;
  if (link.status === 'paid' || link.status === 'refunded') return link.status;
  const paid = toReport(context, payment, 'paid');
  const reported = paid && (await findReported(context, paid));
  if (reported) return reported.status === 'queued' || reported.status === 'processed' ? 'reported' : 'flagged';
  return link.expires_at <= context.clock() ? 'expired' : 'open';
}

/** Returns a payment whose link the fake has made; null when there is none. */
async function findPayment(context: Context, tenant: Tenant, id: string): Promise<Payment | null> {
  const link = await context.paymentLinks.get(tenant, id);
  const connection = link && (await context.connections.get(tenant, link.connection_id));
  if (!connection || link.url === null) return null;
  const payment = { tenant, link, connection };
  return { ...payment, state: await readState(context, payment) };
}

const ends: Readonly<Record<Exclude<PaymentState, 'open' | 'expired'>, readonly [string, string]>> = {
  reported: ['Paid', 'Plotline has the event and will record the payment soon. Reload this page to look again.'],
  flagged: ['Paid, but not recorded', "Plotline did not record the payment. The connection's calls show why."],
  paid: ['Paid', 'Plotline has recorded the payment.'],
  refunded: ['Refunded', 'Plotline has reversed the payment.'],
};

/** GET …/payments/:id */
export async function showPayment(context: Context, tenant: Tenant, id: string, notice = ''): Promise<Page> {
  const payment = await findPayment(context, tenant, id);
  if (!payment) return unknownPage;
  const { link, connection, state } = payment;
  if (state === 'expired') {
    return toMessagePage(410, 'This payment link has expired', 'Create a new link in Plotline.');
  }
  const facts = html`<p>${link.title}</p>
<p class="amount">${formatAmount(link.amount, link.currency)}</p>`;
  if (state === 'open') {
    const actions = renderActions({ pay: 'Pay', fail: 'Fail', cancel: 'Cancel' });
    return {
      status: 200,
      heading: 'Simulated payment',
      content: html`${renderNotice(notices.get(notice))}${facts}${actions}
<p>Pay and Fail make ${connection.name} report to Plotline. Cancel reports nothing.</p>`,
    };
  }
  const [heading, text] = ends[state];
  const refund = state === 'paid' ? renderActions({ refund: 'Refund in full' }) : undefined;
  return { status: 200, heading, content: html`${facts}<p role="status">${text}</p>${refund}` };
}

/** Actions of the page: the state that each needs, the outcome that it reports, and the notice. */
const actions: ReadonlyMap<string, readonly [PaymentState, PaymentOutcome | null, string]> = new Map([
  ['pay', ['open', 'paid', 'paid']],
  ['fail', ['open', 'failed', 'declined']],
  ['cancel', ['open', null, 'cancelled']],
  ['refund', ['paid', 'refunded', 'refunded']],
]);

/** POST …/payments/:id. Two clicks at the same time send the same event, and Plotline recognizes the repeat. */
export async function pressPayment(context: Context, tenant: Tenant, id: string, action: string): Promise<Pressed> {
  const known = actions.get(action);
  if (!known) return badActionPage;
  const payment = await findPayment(context, tenant, id);
  if (!payment) return unknownPage;
  const [needed, outcome, notice] = known;
  if (payment.state === 'expired') return showPayment(context, tenant, id);
  if (payment.state !== needed) return usedPage;
  const event = outcome && toReport(context, payment, outcome);
  return event ? report(context, event, notice) : { notice };
}
