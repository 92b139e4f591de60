import { createReadRecords, type ReadPage } from '@plotline/kit/rpc/read-records';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { ReadRecordsRequest, ReadRecordsResponse } from '@plotline/protos/plotline/records/v1/records';
import type { Context } from '../../context.js';
import { toLeadJson } from '../../leads/model/lead-json.js';
import { type LeadParameters, toLeadQuery } from '../../leads/store/lead-query-parameters.js';
import { toTaskJson } from '../../tasks/model/task-json.js';
import type { TaskQuery } from '../../tasks/store/task-query.js';
import { toCommissionJson, toInstalmentJson, toPaymentJson } from '../model/deal-json.js';
import { addToday, type SaleListQuery, type SaleRecords } from '../store/sale-records.js';
import { addInstalmentNames, addPaymentNames } from './payment-names.js';
import { addLeadNames, addSaleNames, addTaskNames } from './record-names.js';
import { renderDeals, renderInvoices } from './render-sales.js';
import { type RenderRecords, renderEach } from './sale-records.js';

function readLeads({ leads }: Context): ReadPage<LeadParameters> {
  return async (caller, given, page) => {
    const query = await leads.merged.completeFilters(caller, given);
    const { records, total } = await leads.walk(caller, toLeadQuery({ ...query, country: caller.country }), page);
    return { records: records.map(toLeadJson), total };
  };
}

function readTasks({ tasks }: Context): ReadPage<TaskQuery> {
  return async (caller, query, page) => {
    const { records, total } = await tasks.walk(caller, query, page);
    return { records: records.map(toTaskJson), total };
  };
}

function readSaleRecords<T extends Versioned>(
  { clock }: Pick<Context, 'clock'>,
  stored: SaleRecords<T>,
  render: RenderRecords<T>,
): ReadPage<SaleListQuery> {
  return async (caller, query, page) => {
    const { records, total } = await stored.walk(caller, addToday(query, caller, clock()), page);
    return { records: [...(await render(caller, records))], total };
  };
}

/** RecordsService.ReadRecords */
export function readRecords(context: Context): RpcHandler<ReadRecordsRequest, ReadRecordsResponse> {
  const { runtime, deals, instalments, invoices, payments, commissions } = context;
  const addNames = addSaleNames(context);
  const sales = <T extends Versioned>(stored: SaleRecords<T>, render: RenderRecords<T>) =>
    readSaleRecords(context, stored, render);
  return createReadRecords(new URL('../../../openapi.yaml', import.meta.url), runtime.databases, {
    leads: { list: 'listLeads', read: readLeads(context), addNames: addLeadNames(context) },
    tasks: { list: 'listTasks', read: readTasks(context), addNames: addTaskNames(context) },
    deals: { list: 'listDeals', read: sales(deals, renderDeals(context)), addNames },
    instalments: {
      list: 'listDealInstalments',
      read: sales(instalments, renderEach(toInstalmentJson)),
      addNames: addInstalmentNames(context),
    },
    invoices: { list: 'listInvoices', read: sales(invoices, renderInvoices(context)), addNames },
    payments: {
      list: 'listInvoicePayments',
      read: sales(payments, renderEach(toPaymentJson)),
      addNames: addPaymentNames(context),
    },
    commissions: { list: 'listCommissions', read: sales(commissions, renderEach(toCommissionJson)), addNames },
  });
}
