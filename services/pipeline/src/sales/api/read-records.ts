import { createReadRecords, type ReadPage } from '@plotline/kit/rpc/read-records';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { ReadRecordsRequest, ReadRecordsResponse } from '@plotline/protos/plotline/records/v1/records';
import type { Context } from '../../context.js';
import { toLeadJson } from '../../leads/model/lead-json.js';
import { type LeadParameters, toLeadQuery } from '../../leads/store/lead-query-parameters.js';
import { toTaskJson } from '../../tasks/model/task-json.js';
import type { TaskQuery } from '../../tasks/store/task-query.js';
import { toCommissionJson, toDealJson, toInvoiceJson } from '../model/deal-json.js';
import type { SaleListQuery, SaleRecords } from '../store/sale-records.js';
import { addLeadNames, addSaleNames, addTaskNames } from './record-names.js';

function readLeads({ leads }: Context): ReadPage<LeadParameters> {
  return async (caller, query, page) => {
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
  stored: SaleRecords<T>,
  toJson: (record: T) => { readonly id: string; readonly created_at: Date },
): ReadPage<SaleListQuery> {
  return async (caller, query, page) => {
    const { records, total } = await stored.walk(caller, query, page);
    return { records: records.map(toJson), total };
  };
}

/** RecordsService.ReadRecords */
export function readRecords(context: Context): RpcHandler<ReadRecordsRequest, ReadRecordsResponse> {
  const { runtime, deals, invoices, commissions } = context;
  const addNames = addSaleNames(context);
  return createReadRecords(new URL('../../../openapi.yaml', import.meta.url), runtime.databases, {
    leads: { list: 'listLeads', read: readLeads(context), addNames: addLeadNames(context) },
    tasks: { list: 'listTasks', read: readTasks(context), addNames: addTaskNames(context) },
    deals: { list: 'listDeals', read: readSaleRecords(deals, toDealJson), addNames },
    invoices: { list: 'listInvoices', read: readSaleRecords(invoices, toInvoiceJson), addNames },
    commissions: { list: 'listCommissions', read: readSaleRecords(commissions, toCommissionJson), addNames },
  });
}
