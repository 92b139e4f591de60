import { created, ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { findFineAmounts } from '@plotline/kit/core/currencies';
import { conflict, invalid, type Problem, unavailable } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Call, Handler } from '@plotline/kit/http/handler';
import { openCredentials } from '../../connections/model/seals.js';
import { createConnectionSend } from '../../connections/work/call-vendor.js';
import type { Context } from '../../context.js';
import type { Payable } from '../../peers/ledger.js';
import type { PaymentsPort } from '../../vendors/model/payments-port.js';
import { VendorFailure } from '../../vendors/model/vendor-failure.js';
import { buildLink, getSubject, type LinkTerms, type PaymentLink, toLinkJson } from '../model/payment-link.js';
import { choosePaymentConnection } from './choose-connection.js';

interface LinkBody {
  readonly amount?: number;
  readonly connection_id?: string;
}

/** Returns the amount in the vendor's unit. Throws VALIDATION_ERROR for an amount that can't be paid through a link. */
function toCheckedMinor(
  { balance, currency }: Payable,
  amount: number,
  { maxMinor, getMaxAmount, toMinor }: PaymentsPort,
): number {
  const refuse = (message: string) => invalid({ field: 'amount', message });
  const [fine] = findFineAmounts({ currency, amounts: { amount } });
  if (fine) throw invalid(fine);
  if (amount > balance) throw refuse(`must be at most ${balance}, which is left to pay`);
  const minor = toMinor(amount, currency);
  if (minor === null) throw refuse(`has more decimals than the provider takes for ${currency}`);
  if (minor <= maxMinor) return minor;
  const max = new Intl.NumberFormat('en', { maximumFractionDigits: 3 }).format(getMaxAmount(currency));
  throw refuse(`must be at most ${max} ${currency}, the provider's limit for one payment. Split it with several links`);
}

function toProblem({ code, message, retryAfterMs }: VendorFailure): Problem {
  if (code === 'request_refused') return invalid({ field: 'amount', message });
  if (code === 'credentials_refused') return conflict(message, 'no_payment_connection');
  return unavailable(message, code, Math.max(2, Math.ceil(retryAfterMs / 1_000)));
}

/** Returns a link with the same terms, or stores a new one before the vendor is asked. */
async function getOrCreate(
  { paymentLinks, clock }: Pick<Context, 'paymentLinks' | 'clock'>,
  caller: Caller,
  terms: LinkTerms,
): Promise<PaymentLink> {
  const known = await paymentLinks.findUsable(caller, terms, clock());
  if (known) return known;
  const link = buildLink(terms, { id: newId('plk'), payment_id: newId('pay') }, clock());
  await paymentLinks.add(caller, link);
  return link;
}

/**
 * POST /v1/invoices/:id/payment-link, POST /v1/holds/:id/payment-link. If the outcome of a request is unknown, it is
 * repeated with the same id, so the vendor creates no second link.
 */
export function createPaymentLink(context: Context, type: 'invoice' | 'hold'): Handler<LinkBody | undefined> {
  const { ledgers, paymentLinks, providers, seals, runtime } = context;
  return async (call: Call<LinkBody | undefined>) => {
    const { caller, path, body } = call;
    const subjectId = path('id');
    const payable = await ledgers[type].getPayable(caller, subjectId);
    if (payable.balance <= 0) throw conflict('Nothing is left to pay.', 'nothing_to_pay', { id: subjectId });
    const connection = await choosePaymentConnection(context, caller, body?.connection_id);
    const provider = providers[connection.provider];
    if (provider.category !== 'payments') throw new Error(`${provider.name} takes no payments.`);
    const amount = body?.amount ?? payable.balance;
    const terms = {
      connection_id: connection.id,
      subject_type: type,
      subject_id: subjectId,
      amount,
      currency: payable.currency,
      amount_minor: toCheckedMinor(payable, amount, provider.payments),
      title: payable.title,
      time_zone: caller.timeZone,
    };
    const link = await getOrCreate(context, caller, terms);
    if (link.status === 'open') return ok(toLinkJson(link));
    const values = {
      mode: caller.mode,
      settings: connection.settings,
      credentials: openCredentials(seals, connection),
    };
    const request = {
      linkId: link.id,
      amountMinor: link.amount_minor,
      currency: link.currency,
      title: link.title,
      expiresAt: link.expires_at,
      subject: getSubject(link),
    };
    const send = createConnectionSend(context, caller, connection.id, provider);
    const made = await provider.payments.createLink(send, values, request).catch(async (error: unknown) => {
      if (!(error instanceof VendorFailure)) throw error;
      // The vendor repeats its answer to the same idempotency key, even an error. So the next request gets a new key.
      const isAnswered = error.code !== 'outcome_unknown' && error.code !== 'rate_limited';
      if (isAnswered) await paymentLinks.removePending(caller, link);
      throw toProblem(error);
    });
    const { answer } = await runtime.journal.commit(call, async (session, time) => {
      const open = { ...link, status: 'open' as const, session_id: made.sessionId, url: made.url };
      const stored = await paymentLinks.change(caller, link, { ...open, updated_at: time.after(link) }, session);
      const description = `A payment link of ${link.amount} ${link.currency} was created.`;
      const entry = { subject: subjectId, type: 'payment_link_created', description, events: [] };
      return { entries: [entry], answer: created(toLinkJson(stored)) };
    });
    return answer;
  };
}
