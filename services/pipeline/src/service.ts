import type { FindByExternalId } from '@plotline/kit/http/handler';
import { getByExternalId } from '@plotline/kit/http/service-server';
import { correctCounters } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import { type MaintenanceOptions, withMaintenance } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import { createGetRecord } from '@plotline/kit/rpc/get-record';
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
import { LeadCopiesServiceService } from '@plotline/protos/plotline/pipeline/v1/lead_copies';
import { LeadEmailsServiceService } from '@plotline/protos/plotline/pipeline/v1/lead_emails';
import { type LeadsServiceServer, LeadsServiceService } from '@plotline/protos/plotline/pipeline/v1/leads';
import {
  type MilestonesServiceServer,
  MilestonesServiceService,
} from '@plotline/protos/plotline/pipeline/v1/milestones';
import { PaymentsServiceService } from '@plotline/protos/plotline/pipeline/v1/payments';
import { RecordDetailsServiceService } from '@plotline/protos/plotline/records/v1/details';
import { type RecordsServiceServer, RecordsServiceService } from '@plotline/protos/plotline/records/v1/records';
import { UsageServiceService } from '@plotline/protos/plotline/usage/v1/usage';
import { getAgentStats, getAgentTotals, getNewestLeads } from './analytics/api/agent-stats.js';
import {
  getAnalyticsAgents,
  getAnalyticsFunnel,
  getAnalyticsOverview,
  getAnalyticsSeries,
  getAnalyticsSources,
} from './analytics/api/analytics.js';
import { getAnalyticsCash } from './analytics/api/cash.js';
import type { Context } from './context.js';
import { createLead } from './leads/api/create-lead.js';
import { createLeads } from './leads/api/create-leads.js';
import { getLeads } from './leads/api/get-leads.js';
import { getUsage } from './leads/api/get-usage.js';
import { importRows } from './leads/api/import-rows.js';
import { createLeadNote, listLeadActivity } from './leads/api/lead-activity.js';
import { listDuplicateGroups, listLeadDuplicates } from './leads/api/lead-duplicates.js';
import { createLeadEmailsService } from './leads/api/lead-emails.js';
import { getLeadSummary } from './leads/api/lead-summary.js';
import { listAgentLeads, listLeads } from './leads/api/list-leads.js';
import { getLead, readLead } from './leads/api/read-lead.js';
import { createLeadReassignment } from './leads/work/lead-reassignment.js';
import { createPhoneRefresh } from './leads/work/phone-refresh.js';
import { createPriceRefresh } from './leads/work/price-refresh.js';
import { createWorkspaceConsumer } from './leads/work/queue-phone-refresh.js';
import { createListingRemovalConsumer, createPriceChangeConsumer } from './leads/work/queue-price-refresh.js';
import { createReassignmentConsumer } from './leads/work/queue-reassignment.js';
import { createHoldEntryConsumer } from './leads/work/record-hold-entries.js';
import { mergeLead } from './merging/api/merge-leads.js';
import { mergePairs } from './merging/api/merge-pairs.js';
import { createPaymentPlan, getPaymentPlan, listPaymentPlans, updatePaymentPlan } from './plans/api/payment-plans.js';
import { createRebuilds } from './rebuilds.js';
import { rpcCallers } from './rpc-callers.js';
import { deletePaymentPlan } from './sales/api/delete-payment-plan.js';
import { createLeadCopiesService } from './sales/api/lead-copies.js';
import { listInstalments } from './sales/api/list-instalments.js';
import { loseLead, moveLead } from './sales/api/move-stage.js';
import { createPayment, deletePayment, listPayments, payInvoice } from './sales/api/payments.js';
import { createPaymentsService } from './sales/api/provider-payments.js';
import { readRecords } from './sales/api/read-records.js';
import { removeImported } from './sales/api/remove-imported.js';
import { readDeal, renderDeals, renderInvoices } from './sales/api/render-sales.js';
import { listRecords, readRecord, renderEach } from './sales/api/sale-records.js';
import { relateDeals, relateInvoices } from './sales/api/sale-relations.js';
import { getDealStatement, getInvoicePdf } from './sales/api/statement.js';
import { deleteLead, updateLead } from './sales/api/update-lead.js';
import { winLead } from './sales/api/win-lead.js';
import { withdrawMilestone } from './sales/api/withdraw-milestone.js';
import { toCommissionJson } from './sales/model/deal-json.js';
import { createCounterSource } from './sales/store/counter-source.js';
import { createCompletionRefresh } from './sales/work/completion-refresh.js';
import { createDateInvoicing } from './sales/work/date-invoicing.js';
import { createTimeZoneConsumer } from './sales/work/follow-time-zone.js';
import { createMilestoneInvoicing } from './sales/work/milestone-invoicing.js';
import { createCompletionConsumer, createMilestoneConsumer } from './sales/work/property-consumers.js';
import { createSaleRepair } from './sales/work/sale-repair.js';
import { createOverdueTelling } from './sales/work/tell-overdue.js';
import { migrations } from './stores.js';
import { createTask } from './tasks/api/create-task.js';
import { getTask, listTasks } from './tasks/api/read-tasks.js';
import { completeTask, deleteTask, reopenTask, updateTask } from './tasks/api/update-task.js';

/** Registers the endpoints, consumers, RPCs and workers of this service. */
export function createService(context: Context): Service {
  const findLead: FindByExternalId = (tenant, externalId) =>
    context.leads.merged.findIdByExternalId(tenant, externalId);
  const rpc = createRpcAdapter({ ...context.runtime, callers: rpcCallers });
  const agentStats: AgentStatsServiceServer = {
    getAgentTotals: rpc(getAgentTotals(context)),
    getAgentStats: rpc(getAgentStats(context)),
  };
  const agentLeads: AgentLeadsServiceServer = { getNewestLeads: rpc(getNewestLeads(context)) };
  const leads: LeadsServiceServer = { getLeads: rpc(getLeads(context)) };
  const milestones: MilestonesServiceServer = { withdrawMilestone: rpc(withdrawMilestone(context)) };
  const contract = new URL('../openapi.yaml', import.meta.url);
  const records: RecordsServiceServer = {
    importRows: rpc(importRows(context, contract)),
    removeImported: rpc(removeImported(context, contract)),
    readRecords: rpc(readRecords(context)),
  };
  const details = { leads: readLead(context), deals: readDeal(context) };
  const maintenance: MaintenanceOptions = {
    resets: context.sandboxResets,
    correct: (tenant) => correctCounters(context.runtime, createCounterSource(context), tenant),
    rebuilds: createRebuilds(context.runtime, context),
  };
  const [deals, invoices] = [renderDeals(context), renderInvoices(context)];
  const commissions = renderEach(toCommissionJson);
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
      listDuplicateGroups: listDuplicateGroups(context),
      mergeLead: mergeLead(context),
      mergeLeads: mergePairs(context),
      listAgentLeads: listAgentLeads(context),
      winLead: winLead(context),
      listPaymentPlans: listPaymentPlans(context),
      createPaymentPlan: createPaymentPlan(context),
      getPaymentPlan: getPaymentPlan(context),
      updatePaymentPlan: updatePaymentPlan(context),
      deletePaymentPlan: deletePaymentPlan(context),
      listTasks: listTasks(context),
      createTask: createTask(context),
      getTask: getTask(context),
      updateTask: updateTask(context),
      deleteTask: deleteTask(context),
      completeTask: completeTask(context),
      reopenTask: reopenTask(context),
      listDeals: listRecords(context, context.deals, deals, relateDeals(context)),
      getDeal: readRecord(context.deals, deals, relateDeals(context)),
      listDealInstalments: listInstalments(context),
      listInvoices: listRecords(context, context.invoices, invoices, relateInvoices(context)),
      getInvoice: readRecord(context.invoices, invoices, relateInvoices(context)),
      getDealStatement: getDealStatement(context),
      getInvoicePdf: getInvoicePdf(context),
      payInvoice: payInvoice(context),
      createInvoicePayment: createPayment(context),
      listInvoicePayments: listPayments(context),
      deleteInvoicePayment: deletePayment(context),
      listCommissions: listRecords(context, context.commissions, commissions),
      getCommission: readRecord(context.commissions, commissions),
      getAnalyticsOverview: getAnalyticsOverview(context),
      getAnalyticsFunnel: getAnalyticsFunnel(context),
      getAnalyticsSources: getAnalyticsSources(context),
      getAnalyticsSeries: getAnalyticsSeries(context),
      getAnalyticsAgents: getAnalyticsAgents(context),
      getAnalyticsCash: getAnalyticsCash(context),
    },
    consumers: [
      createReassignmentConsumer(context),
      createPriceChangeConsumer(context),
      createListingRemovalConsumer(context),
      createWorkspaceConsumer(context),
      createTimeZoneConsumer(context),
      createCompletionConsumer(context),
      createHoldEntryConsumer(context),
      createMilestoneConsumer(context),
    ],
    rpc: [
      [AgentStatsServiceService, agentStats],
      [AgentLeadsServiceService, agentLeads],
      [LeadsServiceService, leads],
      [LeadCopiesServiceService, createLeadCopiesService(context, rpc)],
      [MilestonesServiceService, milestones],
      [PaymentsServiceService, createPaymentsService(context, rpc)],
      [LeadEmailsServiceService, createLeadEmailsService(context, rpc)],
      [RecordDetailsServiceService, { getRecord: rpc(createGetRecord(details)) }],
      [RecordsServiceService, records],
      [UsageServiceService, { getUsage: rpc(getUsage(context)) }],
    ],
    workers: [
      createSaleRepair(context),
      createDateInvoicing(context),
      createOverdueTelling(context),
      createCompletionRefresh(context),
      createMilestoneInvoicing(context),
      createLeadReassignment(context),
      createPriceRefresh(context),
      createPhoneRefresh(context),
    ],
    peers: [context.authPeer, context.inventoryPeer, context.teamPeer],
  });
}
