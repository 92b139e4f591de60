import type { RpcCallers } from '@plotline/kit/rpc/server';

/** Services that may call each RPC of this service. */
export const rpcCallers: RpcCallers = {
  '/plotline.pipeline.v1.AgentStatsService/GetAgentTotals': ['team'],
  '/plotline.pipeline.v1.AgentStatsService/GetAgentStats': ['team'],
  '/plotline.pipeline.v1.AgentLeadsService/GetNewestLeads': ['team'],
  '/plotline.pipeline.v1.MilestonesService/WithdrawMilestone': ['inventory'],
  '/plotline.pipeline.v1.LeadsService/GetLeads': ['inventory', 'transfer'],
  '/plotline.pipeline.v1.LeadCopiesService/GetLeadCopies': ['connect'],
  '/plotline.pipeline.v1.LeadCopiesService/ListLeadIds': ['connect'],
  '/plotline.pipeline.v1.LeadEmailsService/RecordEmail': ['connect'],
  '/plotline.pipeline.v1.LeadEmailsService/ReceiveEmail': ['connect'],
  '/plotline.pipeline.v1.LeadEmailsService/ReceiveInquiry': ['connect'],
  '/plotline.pipeline.v1.PaymentsService/GetPayable': ['connect'],
  '/plotline.pipeline.v1.PaymentsService/ListPayables': ['connect'],
  '/plotline.pipeline.v1.PaymentsService/RecordPayment': ['connect'],
  '/plotline.pipeline.v1.PaymentsService/TakePaymentBack': ['connect'],
  '/plotline.records.v1.RecordDetailsService/GetRecord': ['connect'],
  '/plotline.records.v1.RecordsService/ImportRows': ['transfer'],
  '/plotline.records.v1.RecordsService/RemoveImported': ['transfer'],
  '/plotline.records.v1.RecordsService/ReadRecords': ['transfer'],
  '/plotline.usage.v1.UsageService/GetUsage': ['transfer'],
};
