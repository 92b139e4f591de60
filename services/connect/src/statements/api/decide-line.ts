import { ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import { conflict, invalid, notFound, Problem } from '@plotline/kit/core/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { type StatementLine, toLineJson } from '../model/statement-line.js';
import type { LineQuery } from '../store/statement-lines.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

const toAnswer = (line: StatementLine) => withVersion(ok(toLineJson(line)), line.version);

/** Maximum length of a payment's reference. A line's text may be longer. */
const maxReferenceLength = 200;

/** GET /v1/statement-lines */
export function listStatementLines({ statementLines }: Context): Handler<unknown, LineQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await statementLines.list(caller, query);
    return page(
      records.map((line) => selectFields(toLineJson(line), query.fields)),
      info,
    );
  };
}

/** GET /v1/statement-lines/:id */
export function getStatementLine({ statementLines }: Context): Handler {
  return async ({ caller, path }) => {
    const line = await statementLines.get(caller, path('id'));
    if (!line) throw notFound();
    return toAnswer(line);
  };
}

interface ConfirmBody {
  readonly invoice_id?: string;
}

/**
 * POST /v1/statement-lines/:id/confirm. Records the payment before it changes the line. The payment's id was chosen
 * together with the line, so a repeat after a crash records no second payment.
 */
export function confirmStatementLine({ statementLines, ledgers }: Context): Handler<ConfirmBody | undefined> {
  return async (call) => {
    const { caller, path, body, header } = call;
    const line = await statementLines.get(caller, path('id'));
    if (!line) throw notFound();
    assertIfMatch(header, line);
    const invoiceId = body?.invoice_id ?? line.proposal?.invoice_id;
    if (invoiceId === undefined) throw invalid({ field: 'invoice_id', message: 'is required: no invoice is proposed' });
    const assertOpen = ({ status, invoice_id }: StatementLine) => {
      const isSame = status === 'confirmed' && invoice_id === invoiceId;
      if (isSame || status === 'proposed' || status === 'unmatched') return isSame;
      throw conflict(`The line is ${status}.`, 'line_decided', { status });
    };
    if (!assertOpen(line)) {
      const { payment_id: paymentId, amount, currency, date: paidOn, text } = line;
      const payment = { subjectId: invoiceId, paymentId, amount, currency, paidAt: line.created_at, paidOn };
      const received = {
        ...payment,
        reference: text.slice(0, maxReferenceLength) || line.id,
        method: 'bank_transfer',
      } as const;
      await ledgers.invoice.record(caller, received).catch((error: unknown) => {
        const isUnknown = error instanceof Problem && error.code === 'NOT_FOUND';
        throw isUnknown ? invalid({ field: 'invoice_id', message: 'must be the id of an invoice' }) : error;
      });
    }
    return statementLines.change(call, line.id, {
      type: 'confirmed',
      description: 'The line was confirmed as a payment.',
      decide: (before, at) => {
        // The payment is recorded, so a dismissal in the meantime doesn't count.
        if (before.status !== 'dismissed' && assertOpen(before)) return before;
        return { ...before, status: 'confirmed', invoice_id: invoiceId, updated_at: at };
      },
      toAnswer,
    });
  };
}

/** POST /v1/statement-lines/:id/dismiss. For payments that don't belong to an invoice. */
export function dismissStatementLine({ statementLines }: Context): Handler {
  return (call) =>
    statementLines.change(call, call.path('id'), {
      type: 'dismissed',
      description: 'The line was dismissed.',
      decide: (before, at) => {
        assertIfMatch(call.header, before);
        if (before.status === 'confirmed') {
          throw conflict('The line is confirmed. Reverse its payment first.', 'line_decided', {
            status: before.status,
          });
        }
        return before.status === 'dismissed' ? before : { ...before, status: 'dismissed', updated_at: at };
      },
      toAnswer,
    });
}
