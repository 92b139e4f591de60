import { ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { Context } from '../../context.js';
import type { SaleListQuery, SaleRecords } from '../store/sale-records.js';
import * as sales from '../work/pay-invoice.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/deals/:id, /v1/invoices/:id and /v1/commissions/:id */
export function readRecord<T extends Versioned>(
  records: SaleRecords<T>,
  toJson: (record: T) => { readonly id: string },
): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const found = await records.get(caller, path('id'));
    if (!found) throw notFound();
    return withVersion(ok(selectFields(toJson(found), query.fields)), found.version);
  };
}

/** GET /v1/deals, /v1/invoices and /v1/commissions */
export function listRecords<T extends Versioned>(
  records: SaleRecords<T>,
  toJson: (record: T) => { readonly id: string },
): Handler<unknown, SaleListQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records: found, info } = await records.list(caller, query);
    const shown = found.map((record) => selectFields(toJson(record), query.fields));
    return page(shown, info);
  };
}

/** POST /v1/invoices/:id/paid */
export function payInvoice(context: Context): Handler {
  return (call) => sales.payInvoice(context, call, call.path('id'));
}
