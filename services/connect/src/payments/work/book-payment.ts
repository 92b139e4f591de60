import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import type { CallErrorCode } from '../../calls/model/call.js';
import type { Connection } from '../../connections/model/connection.js';
import type { Context } from '../../context.js';
import type { HookEvent, HookOutcome, ProcessHookEvent } from '../../hooks/model/hook-event.js';
import type { PaymentReport, PaymentsPort } from '../../vendors/model/payments-port.js';
import { getSubject, type PaymentLink } from '../model/payment-link.js';

type BookingContext = Pick<Context, 'ledgers' | 'paymentLinks'>;

/** Report about a payment through one of our links. */
interface Booking<R extends PaymentReport> {
  readonly tenant: Tenant;
  readonly link: PaymentLink;
  readonly report: R;
  readonly event: HookEvent;
}

type Paid = Extract<PaymentReport, { kind: 'paid' }>;
type Refunded = Extract<PaymentReport, { kind: 'refunded' }>;

const flag = (link: PaymentLink | null, purpose: string, code: CallErrorCode, message: string): HookOutcome => ({
  kind: 'flagged',
  purpose,
  subject: link && getSubject(link),
  code,
  message,
});

const done = (link: PaymentLink, purpose: string): HookOutcome => ({
  kind: 'processed',
  purpose,
  subject: getSubject(link),
});

/**
 * Returns whether a refusal is final. After other failures, such as an outage or a busy record, a retry may succeed.
 */
function isFinal(error: unknown): error is Problem {
  if (!(error instanceof Problem) || error.reason === 'record_busy') return false;
  return ['CONFLICT', 'NOT_FOUND', 'VALIDATION_ERROR'].includes(error.code);
}

/** Records a payment once, even if it is reported several times. */
async function book({ ledgers, paymentLinks }: BookingContext, { tenant, link, report, event }: Booking<Paid>) {
  const { reference, amountMinor, currency } = report;
  if (link.status === 'refunded') return done(link, 'the payment was refunded before');
  if (link.status === 'paid') {
    if (link.payment_reference === reference) return done(link, 'the payment was recorded before');
    return flag(link, 'record payment', 'not_bookable', 'The link was paid twice. Refund one of the payments.');
  }
  if (amountMinor !== link.amount_minor || currency !== link.currency) {
    const message = `The payment differs from the link, which is for ${link.amount} ${link.currency}. Nothing was recorded.`;
    return flag(link, 'record payment', 'amount_mismatch', message);
  }
  const paidAt = event.created_at;
  const { payment_id: paymentId, subject_id: subjectId, amount } = link;
  const received = { subjectId, paymentId, amount, currency, paidAt, reference };
  const caller = createSystemCaller(tenant, 'payments', event.id);
  try {
    await ledgers[link.subject_type].record(caller, { ...received, paidOn: toLocalDay(paidAt, link.time_zone) });
  } catch (error) {
    if (!isFinal(error)) throw error;
    return flag(link, 'record payment', error.code === 'NOT_FOUND' ? 'record_missing' : 'not_bookable', error.message);
  }
  await paymentLinks.change(tenant, link, { ...link, status: 'paid', payment_reference: reference });
  return done(link, 'record payment');
}

/**
 * Reverses a payment once. If a refund arrives before its payment, the payment won't be recorded. Calls the ledger even
 * if the link isn't `paid`, because an interrupted attempt may have recorded the payment.
 */
async function takeBack({ ledgers, paymentLinks }: BookingContext, { tenant, link, report, event }: Booking<Refunded>) {
  const { reference } = report;
  if (!report.isFull) {
    return flag(link, 'reverse payment', 'amount_mismatch', 'The payment was refunded in part. Record that by hand.');
  }
  if (link.status === 'refunded') return done(link, 'the payment was reversed before');
  if (link.status === 'paid' && link.payment_reference !== reference) {
    return done(link, 'another payment, which was not recorded, was refunded');
  }
  const caller = createSystemCaller(tenant, 'payments', event.id);
  const payment = { subjectId: link.subject_id, paymentId: link.payment_id, reference };
  try {
    await ledgers[link.subject_type].takeBack(caller, payment);
  } catch (error) {
    if (!isFinal(error)) throw error;
    const wasNeverRecorded = link.status !== 'paid' && error.code === 'NOT_FOUND';
    if (!wasNeverRecorded) return flag(link, 'reverse payment', 'not_bookable', error.message);
  }
  await paymentLinks.change(tenant, link, { ...link, status: 'refunded', payment_reference: reference });
  return done(link, 'reverse payment');
}

/** Creates the processor for a payment provider's events. */
export function createBookPayment(
  context: BookingContext,
  { readReport }: Pick<PaymentsPort, 'readReport'>,
): ProcessHookEvent {
  const { paymentLinks } = context;

  async function findLink(tenant: Tenant, { id }: Connection, report: Paid | Refunded): Promise<PaymentLink | null> {
    const { linkId, reference } = report;
    const link = await (linkId === null
      ? paymentLinks.findByReference(tenant, reference)
      : paymentLinks.get(tenant, linkId));
    return link?.connection_id === id ? link : null;
  }

  return async (tenant, connection, event, body) => {
    const report = readReport(body);
    if (report.kind === 'other') return { kind: 'ignored' };
    const link = await findLink(tenant, connection, report);
    if (!link) {
      // The account may also receive payments that don't belong to our links.
      if (report.linkId === null) return { kind: 'ignored' };
      return flag(null, 'find payment link', 'record_missing', 'The payment names a link that does not exist.');
    }
    if (report.isLive !== (tenant.mode === 'live')) {
      return flag(link, 'record payment', 'not_bookable', 'The payment belongs to the other mode.');
    }
    return report.kind === 'paid'
      ? book(context, { tenant, link, report, event })
      : takeBack(context, { tenant, link, report, event });
  };
}
