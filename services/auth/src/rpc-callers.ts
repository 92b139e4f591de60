import type { RpcCallers } from '@plotline/kit/rpc/server';

/** Programs that may call each RPC of this service. `operator` stands for administrators; no program has its key. */
export const rpcCallers: RpcCallers = {
  '/plotline.auth.v1.VerificationService/VerifyKey': ['gateway'],
  '/plotline.auth.v1.VerificationService/VerifyKeys': ['gateway'],
  '/plotline.auth.v1.VerificationService/VerifySession': ['gateway'],
  '/plotline.auth.v1.VerificationService/VerifyGrant': ['gateway'],
  '/plotline.auth.v1.KeyTrafficService/RecordTraffic': ['gateway'],
  '/plotline.auth.v1.AdministrationService/CreateWorkspace': ['operator'],
  '/plotline.auth.v1.AdministrationService/CreateKey': ['operator'],
  '/plotline.auth.v1.AdministrationService/RevokeKey': ['operator'],
  '/plotline.auth.v1.AdministrationService/AddMember': ['operator'],
  '/plotline.auth.v1.AdministrationService/RegisterClient': ['operator'],
  '/plotline.auth.v1.AccessService/AssignRole': ['team'],
  '/plotline.auth.v1.AccessService/EndAccess': ['team'],
  '/plotline.auth.v1.AccessService/CheckAccess': ['transfer'],
  '/plotline.auth.v1.DigestsService/MailDigest': ['webhook'],
  '/plotline.auth.v1.DigestsService/MailNotices': ['webhook'],
  '/plotline.auth.v1.InvitationsService/SendInvitation': ['team'],
  '/plotline.auth.v1.WorkspacesService/GetWorkspace': ['pipeline'],
};
