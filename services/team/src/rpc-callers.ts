import type { RpcCallers } from '@plotline/kit/rpc/server';

/**
 * Programs that may call each RPC of this service. `operator` is not a running program: its key is for administrators.
 */
export const rpcCallers: RpcCallers = {
  '/plotline.team.v1.AccountsService/CreateOwner': ['auth'],
  '/plotline.team.v1.AccountsService/RecordInvitationSent': ['auth'],
  '/plotline.team.v1.AccountsService/RecordActivity': ['auth'],
  '/plotline.team.v1.AccountsService/RecordPersonMoved': ['auth'],
  '/plotline.team.v1.AgentsService/GetAgents': ['auth', 'connect', 'inventory', 'pipeline', 'webhook'],
  '/plotline.team.v1.AgentsService/FindAgents': ['inventory', 'pipeline'],
  '/plotline.team.v1.AgentsService/ActivateAgent': ['auth', 'operator'],
  '/plotline.team.v1.AgentsService/GetTeammates': ['inventory'],
  '/plotline.team.v1.ReassignmentsService/GetReassignments': ['inventory', 'pipeline'],
  '/plotline.records.v1.RecordsService/ReadRecords': ['transfer'],
};
