import { ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { Context } from '../../context.js';
import { addToday, type SaleListQuery, type SaleRecords } from '../store/sale-records.js';
import type { RelateRecords, SaleRelation } from './sale-relations.js';

/** Fields and relations of each record to show. */
export interface FieldsQuery {
  readonly fields?: readonly string[];
  readonly expand?: readonly SaleRelation[];
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

/** Renders each record separately, and identically for every caller. */
export function renderEach<T>(toJson: (record: T) => RecordJson): RenderRecords<T> {
  return (_caller, records) => records.map(toJson);
}

/** Renders a page of records with the fields and relations of a query. */
async function renderPage<T>(
  caller: Caller,
  records: readonly T[],
  { fields, expand = [] }: FieldsQuery,
  { render, relate }: { readonly render: RenderRecords<T>; readonly relate: RelateRecords<T> | undefined },
): Promise<readonly object[]> {
  const [shown, related] = await Promise.all([
    render(caller, records),
    relate && expand.length > 0 ? relate(caller, records, expand) : [],
  ]);
  return shown.map((json, place) => ({ ...selectFields(json, fields), ...related[place] }));
}

/** GET /v1/deals/:id, /v1/invoices/:id and /v1/commissions/:id */
export function readRecord<T extends Versioned>(
  records: SaleRecords<T>,
  render: RenderRecords<T>,
  relate?: RelateRecords<T>,
): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const found = await records.get(caller, path('id'));
    const [json] = found ? await renderPage(caller, [found], query, { render, relate }) : [];
    if (!found || !json) throw notFound();
    return withVersion(ok(json), found.version);
  };
}

/** GET /v1/deals, /v1/invoices and /v1/commissions */
export function listRecords<T extends Versioned>(
  { clock }: Pick<Context, 'clock'>,
  records: SaleRecords<T>,
  render: RenderRecords<T>,
  relate?: RelateRecords<T>,
): Handler<unknown, SaleListQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records: found, info } = await records.list(caller, addToday(query, caller, clock()));
    return page(await renderPage(caller, found, query, { render, relate }), info);
  };
}
