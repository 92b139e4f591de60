import { Readable } from 'node:stream';
import { type FileAnswer, ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid } from '@plotline/kit/core/errors';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { Paper } from '../../documents/model/paper.js';
import { renderPaper } from '../../documents/work/render-paper.js';
import type { Deal } from '../model/deal.js';
import { createInvoicePaper, createStatementPaper, type Issuer } from '../model/papers.js';
import { type SaleNames, toStatementJson } from '../model/statement.js';
import { readInvoice, readStatement } from '../work/read-statement.js';
import { addSaleNames } from './record-names.js';
import { formatStatement } from './statement-csv.js';

interface StatementQuery {
  readonly format: 'json' | 'csv' | 'pdf';
}

/**
 * Maximum number of payments in a printed statement. A longer document would take seconds to render, and nobody would
 * read it.
 */
const maxPrintedPayments = 1_000;

function answerFile(type: string, name: string, content: Buffer): FileAnswer {
  return { status: 200, file: { type, name, length: content.length, open: () => Readable.from([content]) } };
}

async function answerPdf(name: string, paper: Paper): Promise<FileAnswer> {
  return answerFile('application/pdf', name, await renderPaper(paper));
}

/** Finds the names of the records that a deal refers to. */
async function findNames(context: Context, caller: Caller, deal: Deal): Promise<SaleNames> {
  const { id, created_at, lead_id, property_id, unit_id } = deal;
  const [named] = await addSaleNames(context)(caller, [{ id, created_at, lead_id, property_id, unit_id }]);
  const { lead_name = null, lead_email = null, property_name = null, unit_name = null } = { ...named };
  return { lead_name, lead_email, property_name, unit_name };
}

/** Finds the workspace that issues a document. Its current day is the day in the caller's time zone. */
async function findIssuer({ workspaces, clock }: Context, caller: Caller): Promise<Issuer> {
  const { timeZone } = caller;
  return { name: await workspaces.getName(caller), timeZone, today: toLocalDay(clock(), timeZone) };
}

/** GET /v1/deals/:id/statement */
export function getDealStatement(context: Context): Handler<unknown, StatementQuery> {
  return async ({ caller, path, query: { format } }) => {
    const records = await readStatement(context, caller, path('id'));
    const { deal, payments } = records;
    const fileName = `statement-${deal.id}.${format}`;
    if (format === 'csv') {
      return answerFile('text/csv; charset=utf-8', fileName, Buffer.from(formatStatement(records, caller.timeZone)));
    }
    if (format === 'json') {
      const names = await findNames(context, caller, deal);
      return ok(toStatementJson(records, names, toLocalDay(context.clock(), caller.timeZone)));
    }
    if (payments.length > maxPrintedPayments) {
      const message = `must be json or csv, because the deal has more than ${maxPrintedPayments} payments`;
      throw invalid({ field: 'format', message });
    }
    const [names, issuer] = await Promise.all([findNames(context, caller, deal), findIssuer(context, caller)]);
    return answerPdf(fileName, createStatementPaper(records, names, issuer));
  };
}

/** GET /v1/invoices/:id/pdf */
export function getInvoicePdf(context: Context): Handler {
  return async ({ caller, path }) => {
    const records = await readInvoice(context, caller, path('id'));
    const [names, issuer] = await Promise.all([findNames(context, caller, records.deal), findIssuer(context, caller)]);
    return answerPdf(`${records.invoice.number}.pdf`, createInvoicePaper(records, names, issuer));
  };
}
