import { getByExternalId } from '@plotline/kit/http/by-external-id';
import type { FindByExternalId } from '@plotline/kit/http/handler';
import { correctCounters } from '@plotline/kit/ops/rebuilds/rebuild-counters';
import { type MaintenanceOptions, withMaintenance } from '@plotline/kit/ops/rebuilds/with-maintenance';
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
import type { Context } from './context.js';
import { createReassignmentConsumer } from './events/reassign-leads.js';
import { createListingRemovalConsumer, createPriceChangeConsumer } from './events/refresh-prices.js';
import { getAnalyticsAgents, getAnalyticsFunnel, getAnalyticsOverview, getAnalyticsSources } from './http/analytics.js';
import { createLead } from './http/create-lead.js';
import { createLeads } from './http/create-leads.js';
import { createLeadNote, listLeadActivity } from './http/lead-activity.js';
import { listLeadDuplicates } from './http/lead-duplicates.js';
import { getLeadSummary } from './http/lead-summary.js';
import { listAgentLeads, listLeads } from './http/list-leads.js';
import { loseLead, moveLead } from './http/move-stage.js';
import { getLead } from './http/read-lead.js';
import { listRecords, payInvoice, readRecord } from './http/sale-records.js';
import { deleteLead, updateLead } from './http/update-lead.js';
import { winLead } from './http/win-lead.js';
import { toCommissionJson, toDealJson, toInvoiceJson } from './json/deal.js';
import { createRebuilds } from './rebuilds.js';
import { getAgentStats, getAgentTotals, getNewestLeads } from './rpc/agents.js';
import { importRows } from './rpc/import-rows.js';
import { readRecords } from './rpc/read-records.js';
import { rpcCallers } from './rpc/rpc-callers.js';
import { createCounterSource } from './store/counter-source.js';
import { migrations } from './stores.js';
import { createLeadReassignment } from './workers/lead-reassignment.js';
import { createPriceRefresh } from './workers/price-refresh.js';
import { createSaleRepair } from './workers/sale-repair.js';

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
    ],
    rpc: [
      [AgentStatsServiceService, agentStats],
      [AgentLeadsServiceService, agentLeads],
      [RecordsServiceService, records],
    ],
    workers: [createSaleRepair(context), createLeadReassignment(context), createPriceRefresh(context)],
    peers: [context.inventoryPeer, context.teamPeer],
  });
}
