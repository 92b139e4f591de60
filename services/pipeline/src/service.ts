import type { Service } from '@plotline/kit/process/service';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import {
  type AgentLeadsServiceServer,
  AgentLeadsServiceService,
} from '@plotline/protos/plotline/pipeline/v1/agent_leads';
import {
  type AgentStatsServiceServer,
  AgentStatsServiceService,
} from '@plotline/protos/plotline/pipeline/v1/agent_stats';
import type { Context } from './context.js';
import { forgetListings } from './events/forget-listings.js';
import { reassignLeads } from './events/reassign-leads.js';
import { createReassignmentSweep } from './events/reassignment-sweep.js';
import { repriceLeads } from './events/reprice-leads.js';
import { createRepricing } from './events/repricing.js';
import { addNote } from './http/add-note.js';
import { analyticsAgents } from './http/analytics-agents.js';
import { analyticsFunnel } from './http/analytics-funnel.js';
import { analyticsOverview } from './http/analytics-overview.js';
import { analyticsSources } from './http/analytics-sources.js';
import { createLead } from './http/create-lead.js';
import { createLeads } from './http/create-leads.js';
import { deleteLead } from './http/delete-lead.js';
import { listActivity } from './http/list-activity.js';
import { listAgentLeads } from './http/list-agent-leads.js';
import { listCommissions } from './http/list-commissions.js';
import { listDeals } from './http/list-deals.js';
import { listInvoices } from './http/list-invoices.js';
import { listLeads } from './http/list-leads.js';
import { loseLead } from './http/lose-lead.js';
import { moveStage } from './http/move-stage.js';
import { payInvoice } from './http/pay-invoice.js';
import { readCommission } from './http/read-commission.js';
import { readDeal } from './http/read-deal.js';
import { readInvoice } from './http/read-invoice.js';
import { readLead } from './http/read-lead.js';
import { updateLead } from './http/update-lead.js';
import { winLead } from './http/win-lead.js';
import { getAgentStats } from './rpc/get-agent-stats.js';
import { getAgentTotals } from './rpc/get-agent-totals.js';
import { getNewestLeads } from './rpc/get-newest-leads.js';
import { createSaleRepair } from './sales/sale-repair.js';
import { createTallyFold } from './sales/tally-fold.js';

/** Registers what this service answers. */
export function createService(context: Context): Service {
  const rpc = createRpcAdapter(context.runtime);
  const agentStats: AgentStatsServiceServer = {
    getAgentTotals: rpc(getAgentTotals(context)),
    getAgentStats: rpc(getAgentStats(context)),
  };
  const agentLeads: AgentLeadsServiceServer = { getNewestLeads: rpc(getNewestLeads(context)) };
  return {
    contract: new URL('../openapi.yaml', import.meta.url),
    handlers: {
      listLeads: listLeads(context),
      createLead: createLead(context),
      createLeads: createLeads(context),
      readLead: readLead(context),
      updateLead: updateLead(context),
      deleteLead: deleteLead(context),
      moveStage: moveStage(context),
      loseLead: loseLead(context),
      addNote: addNote(context),
      listActivity: listActivity(context),
      listAgentLeads: listAgentLeads(context),
      winLead: winLead(context),
      listDeals: listDeals(context),
      readDeal: readDeal(context),
      listInvoices: listInvoices(context),
      readInvoice: readInvoice(context),
      payInvoice: payInvoice(context),
      listCommissions: listCommissions(context),
      readCommission: readCommission(context),
      analyticsOverview: analyticsOverview(context),
      analyticsFunnel: analyticsFunnel(context),
      analyticsSources: analyticsSources(context),
      analyticsAgents: analyticsAgents(context),
    },
    consumers: [reassignLeads(context), repriceLeads(context), forgetListings(context)],
    rpc: [
      [AgentStatsServiceService, agentStats],
      [AgentLeadsServiceService, agentLeads],
    ],
    workers: [
      createSaleRepair(context),
      createTallyFold(context),
      createReassignmentSweep(context),
      createRepricing(context),
    ],
    peers: [context.inventoryPeer, context.teamPeer],
  };
}
