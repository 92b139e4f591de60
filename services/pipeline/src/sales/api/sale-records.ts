import { ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { Context } from '../../context.js';
import { addToday, type SaleListQuery, type SaleRecords } from '../store/sale-records.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

interface RecordJson {
  readonly id: string;
  readonly created_at: Date;
}

/** Renders a page of records for a caller. Keeps the order. */
export type RenderRecords<T> = (
  caller: Caller,
  records: readonly T[],
) => Promise<readonly RecordJson[]> | readonly RecordJson[];

/** Renders each record on its own, the same for every caller. */
export function renderEach<T>(toJson: (record: T) => RecordJson): RenderRecords<T> {
  return (_caller, records) => records.map(toJson);
}

/** GET /v1/deals/:id, /v1/invoices/:id and /v1/commissions/:id */
export function readRecord<T extends Versioned>(
  records: SaleRecords<T>,
  render: RenderRecords<T>,
): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const found = await records.get(caller, path('id'));
    const [json] = found ? await render(caller, [found]) : [];
    if (!found || !json) throw notFound();
    return withVersion(ok(selectFields(json, query.fields)), found.version);
  };
}

/** GET /v1/deals, /v1/invoices and /v1/commissions */
export function listRecords<T extends Versioned>(
  { clock }: Pick<Context, 'clock'>,
  records: SaleRecords<T>,
  render: RenderRecords<T>,
): Handler<unknown, SaleListQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records: found, info } = await records.list(caller, addToday(query, caller, clock()));
    const shown = await render(caller, found);
    return page(
      shown.map((json) => selectFields(json, query.fields)),
      info,
    );
  };
}
