import type { FindByExternalId } from '@plotline/kit/http/handler';
import { getByExternalId } from '@plotline/kit/http/service-server';
import { correctCounters } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import { type MaintenanceOptions, withMaintenance } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import type { Service } from '@plotline/kit/service/service';
import {
  type AgentLeadsServiceServer,
  AgentLeadsServiceService,
} from '@plotline/protos/plotline/pipeline/v1/agent_leads';
import {
  type AgentStatsServiceServer,
  AgentStatsServiceService,
} from '@plotline/protos/plotline/pipeline/v1/agent_stats';
import { type RecordsServiceServer, RecordsServiceService } from '@plotline/protos/plotline/records/v1/records';
import { getAgentStats, getAgentTotals, getNewestLeads } from './analytics/api/agent-stats.js';
import {
  getAnalyticsAgents,
  getAnalyticsFunnel,
  getAnalyticsOverview,
  getAnalyticsSources,
} from './analytics/api/analytics.js';
import type { Context } from './context.js';
import { createLead } from './leads/api/create-lead.js';
import { createLeads } from './leads/api/create-leads.js';
import { importRows } from './leads/api/import-rows.js';
import { createLeadNote, listLeadActivity } from './leads/api/lead-activity.js';
import { listLeadDuplicates } from './leads/api/lead-duplicates.js';
import { getLeadSummary } from './leads/api/lead-summary.js';
import { listAgentLeads, listLeads } from './leads/api/list-leads.js';
import { getLead } from './leads/api/read-lead.js';
import { createLeadReassignment } from './leads/work/lead-reassignment.js';
import { createPhoneRefresh } from './leads/work/phone-refresh.js';
import { createPriceRefresh } from './leads/work/price-refresh.js';
import { createWorkspaceConsumer } from './leads/work/queue-phone-refresh.js';
import { createListingRemovalConsumer, createPriceChangeConsumer } from './leads/work/queue-price-refresh.js';
import { createReassignmentConsumer } from './leads/work/queue-reassignment.js';
import { createRebuilds } from './rebuilds.js';
import { rpcCallers } from './rpc-callers.js';
import { loseLead, moveLead } from './sales/api/move-stage.js';
import { readRecords } from './sales/api/read-records.js';
import { removeImported } from './sales/api/remove-imported.js';
import { listRecords, payInvoice, readRecord } from './sales/api/sale-records.js';
import { deleteLead, updateLead } from './sales/api/update-lead.js';
import { winLead } from './sales/api/win-lead.js';
import { toCommissionJson, toDealJson, toInvoiceJson } from './sales/model/deal-json.js';
import { createCounterSource } from './sales/store/counter-source.js';
import { createSaleRepair } from './sales/work/sale-repair.js';
import { migrations } from './stores.js';
import { createTask } from './tasks/api/create-task.js';
import { getTask, listTasks } from './tasks/api/read-tasks.js';
import { completeTask, deleteTask, reopenTask, updateTask } from './tasks/api/update-task.js';

/** Registers the endpoints, consumers, RPCs and workers of this service. */
export function createService(context: Context): Service {
  const findLead: FindByExternalId = (tenant, externalId) => context.leads.findIdByExternalId(tenant, externalId);
  const rpc = createRpcAdapter({ ...context.runtime, callers: rpcCallers });
  const agentStats: AgentStatsServiceServer = {
    getAgentTotals: rpc(getAgentTotals(context)),
    getAgentStats: rpc(getAgentStats(context)),
  };
  const agentLeads: AgentLeadsServiceServer = { getNewestLeads: rpc(getNewestLeads(context)) };
  const contract = new URL('../openapi.yaml', import.meta.url);
  const records: RecordsServiceServer = {
    importRows: rpc(importRows(context, contract)),
    removeImported: rpc(removeImported(context, contract)),
    readRecords: rpc(readRecords(context)),
  };
  const maintenance: MaintenanceOptions = {
    resets: context.sandboxResets,
    correct: (tenant) => correctCounters(context.runtime, createCounterSource(context), tenant),
    rebuilds: createRebuilds(context.runtime, context),
  };
  return withMaintenance(context.runtime, maintenance, {
    contract,
    migrations,
    handlers: {
      listLeads: listLeads(context),
      getLeadSummary: getLeadSummary(context),
      createLead: createLead(context),
      createLeads: createLeads(context),
      getLead: getLead(context),
      updateLead: updateLead(context),
      getLeadByExternalId: getByExternalId(findLead, getLead(context)),
      upsertLeadByExternalId: { find: findLead, create: 'createLead', update: 'updateLead' },
      deleteLead: deleteLead(context),
      moveLead: moveLead(context),
      loseLead: loseLead(context),
      createLeadNote: createLeadNote(context),
      listLeadActivity: listLeadActivity(context),
      listLeadDuplicates: listLeadDuplicates(context),
      listAgentLeads: listAgentLeads(context),
      winLead: winLead(context),
      listTasks: listTasks(context),
      createTask: createTask(context),
      getTask: getTask(context),
      updateTask: updateTask(context),
      deleteTask: deleteTask(context),
      completeTask: completeTask(context),
      reopenTask: reopenTask(context),
      listDeals: listRecords(context.deals, toDealJson),
      getDeal: readRecord(context.deals, toDealJson),
      listInvoices: listRecords(context.invoices, toInvoiceJson),
      getInvoice: readRecord(context.invoices, toInvoiceJson),
      payInvoice: payInvoice(context),
      listCommissions: listRecords(context.commissions, toCommissionJson),
      getCommission: readRecord(context.commissions, toCommissionJson),
      getAnalyticsOverview: getAnalyticsOverview(context),
      getAnalyticsFunnel: getAnalyticsFunnel(context),
      getAnalyticsSources: getAnalyticsSources(context),
      getAnalyticsAgents: getAnalyticsAgents(context),
    },
    consumers: [
      createReassignmentConsumer(context),
      createPriceChangeConsumer(context),
      createListingRemovalConsumer(context),
      createWorkspaceConsumer(context),
    ],
    rpc: [
      [AgentStatsServiceService, agentStats],
      [AgentLeadsServiceService, agentLeads],
      [RecordsServiceService, records],
    ],
    workers: [
      createSaleRepair(context),
      createLeadReassignment(context),
      createPriceRefresh(context),
      createPhoneRefresh(context),
    ],
    peers: [context.inventoryPeer, context.teamPeer],
  });
}
