import { hash } from 'node:crypto';
import { created } from '@plotline/kit/core/answer';
import { findFineAmounts } from '@plotline/kit/core/currencies';
import { invalid } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { createMatchInvoice } from '../model/match-invoice.js';
import { type StatementLine, toLineJson } from '../model/statement-line.js';
import { readStatement, type StatementBody, type StatementRow } from './read-statement.js';

/** Maximum lines in the response. The list of lines returns all of them. */
const maxShown = 100;

/**
 * Creates the function that identifies a row in overlapping statements. Equal rows in one statement get different keys,
 * because two equal payments on one day are two payments.
 */
function createToKey(currency: string): (facts: Omit<StatementRow, 'row'>) => string {
  const seen = new Map<string, number>();
  return ({ date, amount, text }) => {
    const content = JSON.stringify([date, amount, currency, text.replaceAll(/\s+/g, ' ').trim()]);
    const count = seen.get(content) ?? 0;
    seen.set(content, count + 1);
    return hash('sha256', `${content}#${count}`, 'base64url');
  };
}

/** POST /v1/statement-lines. Reads a statement, leaves out known lines, and proposes invoices for the others. */
export function createStatementLines({ statementLines, listOpenInvoices, clock }: Context): Handler<StatementBody> {
  return async (call) => {
    const { caller, body } = call;
    const { currency } = body;
    const now = clock();
    const rows = readStatement(body, toLocalDay(now, caller.timeZone));
    const received = rows.filter(({ amount }) => amount > 0);
    const amounts = Object.fromEntries(received.map(({ row, amount }) => [`csv[${row}]`, amount]));
    const faults = findFineAmounts({ currency, amounts });
    if (faults.length > 0) throw invalid(...faults);
    const invoices = received.length > 0 ? await listOpenInvoices(caller) : [];
    const toKey = createToKey(currency);
    const matchInvoice = createMatchInvoice(invoices);
    const lines = received.map(({ row: _row, ...facts }): StatementLine => {
      const proposal = matchInvoice({ ...facts, currency });
      return {
        id: newId('stl'),
        version: 1,
        key: toKey(facts),
        ...facts,
        currency,
        status: proposal ? 'proposed' : 'unmatched',
        proposal,
        payment_id: newId('pay'),
        invoice_id: null,
        created_at: now,
        updated_at: now,
      };
    });
    return statementLines.addNew(call, lines, (added) =>
      created({
        rows: rows.length,
        added: added.length,
        known: received.length - added.length,
        outgoing: rows.length - received.length,
        proposed: added.filter(({ proposal }) => proposal !== null).length,
        lines: added.slice(0, maxShown).map(toLineJson),
      }),
    );
  };
}
