import { envelopeRendering } from '@plotline/kit/http/rendering';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import type { Service } from '@plotline/kit/service/service';
import { AccessServiceService } from '@plotline/protos/plotline/auth/v1/access';
import { AdministrationServiceService } from '@plotline/protos/plotline/auth/v1/administration';
import { DigestsServiceService } from '@plotline/protos/plotline/auth/v1/digests';
import { InvitationsServiceService } from '@plotline/protos/plotline/auth/v1/invitations';
import { VerificationServiceService } from '@plotline/protos/plotline/auth/v1/verification';
import { listAuditEntries } from './audit/api/list-audit-entries.js';
import type { Context } from './context.js';
import { createTeamUpdates } from './directory/work/team-updates.js';
import { createAccessService } from './keys/api/access.js';
import { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './keys/api/api-keys.js';
import { createVerificationService } from './keys/api/verification.js';
import { endAccessOfAgents } from './keys/work/agent-access-ended.js';
import { createDigestsService } from './mail/api/digests.js';
import { createMailDelivery } from './mail/work/mail-delivery.js';
import { sendDisabledAlerts } from './mail/work/send-disabled-alerts.js';
import { createApp, deleteApp, getApp, listApps, rotateAppSecret, updateApp } from './oauth/api/apps.js';
import { endWorkspaceConsent, listConsents, listWorkspaceConsents, withdrawConsent } from './oauth/api/consents.js';
import { createOAuthRouter } from './oauth/api/router.js';
import { createSigningKeyRotation } from './oauth/work/signing-key-rotation.js';
import { createPageRouter } from './page-router.js';
import {
  acceptInvitation,
  confirmAddress,
  redeemPasswordReset,
  requestEmailChange,
  requestPasswordReset,
  resendInvitation,
  signUp,
} from './people/api/account-handlers.js';
import {
  changePassword,
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
  startTwoFactor,
} from './people/api/credential-handlers.js';
import { createInvitationsService } from './people/api/invitations-service.js';
import { sendInvitations } from './people/work/send-invitations.js';
import { rpcCallers } from './rpc-callers.js';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views/api/saved-views.js';
import { createAuthenticate } from './sessions/api/authenticate.js';
import { endOtherSessions, endSession, getSession, listSessions, signIn, signOut } from './sessions/api/sessions.js';
import { migrations } from './stores.js';
import { createAdministrationService } from './workspaces/api/administration.js';
import {
  getWorkspaceDeletion,
  requestWorkspaceDeletion,
  withdrawWorkspaceDeletion,
} from './workspaces/api/deletion-request.js';
import { resetSandbox } from './workspaces/api/reset-sandbox.js';
import { getWorkspace, updateWorkspace } from './workspaces/api/workspace.js';
import { createWeeklyReset } from './workspaces/work/weekly-reset.js';

/** Registers what this service answers. */
export function createService(context: Context): Service {
  const rpc = createRpcAdapter({ ...context.runtime, callers: rpcCallers });
  return {
    contract: new URL('../openapi.yaml', import.meta.url),
    migrations,
    handlers: {
      signIn: signIn(context),
      getSession: getSession(),
      signOut: signOut(context),
      listSessions: listSessions(context),
      endSession: endSession(context),
      endOtherSessions: endOtherSessions(context),
      changePassword: changePassword(context),
      startTwoFactor: startTwoFactor(context),
      confirmTwoFactor: confirmTwoFactor(context),
      removeTwoFactor: removeTwoFactor(context),
      renewRecoveryCodes: renewRecoveryCodes(context),
      resetTwoFactor: resetTwoFactor(context),
      getWorkspace: getWorkspace(context),
      updateWorkspace: updateWorkspace(context),
      getWorkspaceDeletion: getWorkspaceDeletion(context),
      requestWorkspaceDeletion: requestWorkspaceDeletion(context),
      withdrawWorkspaceDeletion: withdrawWorkspaceDeletion(context),
      listWorkspaceConsents: listWorkspaceConsents(context),
      endWorkspaceConsent: endWorkspaceConsent(context),
      listSavedViews: listSavedViews(context),
      createSavedView: createSavedView(context),
      updateSavedView: updateSavedView(context),
      deleteSavedView: deleteSavedView(context),
      listApps: listApps(context),
      createApp: createApp(context),
      getApp: getApp(context),
      updateApp: updateApp(context),
      deleteApp: deleteApp(context),
      rotateAppSecret: rotateAppSecret(context),
      listConsents: listConsents(context),
      withdrawConsent: withdrawConsent(context),
      listApiKeys: listApiKeys(context),
      createApiKey: createApiKey(context),
      getApiKey: getApiKey(context),
      rotateApiKey: rotateApiKey(context),
      revokeApiKey: revokeApiKey(context),
      listAuditEntries: listAuditEntries(context),
      resetSandbox: resetSandbox(context),
      signUp: signUp(context),
      confirmAddress: confirmAddress(context),
      acceptInvitation: acceptInvitation(context),
      resendInvitation: resendInvitation(context),
      requestPasswordReset: requestPasswordReset(context),
      redeemPasswordReset: redeemPasswordReset(context),
      requestEmailChange: requestEmailChange(context),
    },
    server: {
      authenticate: createAuthenticate(context),
      rendering: envelopeRendering,
      routers: [createPageRouter(context), createOAuthRouter(context)],
    },
    // Keys alone are stored there, and are kept.
    rpc: [
      [VerificationServiceService, createVerificationService(context, rpc)],
      [AdministrationServiceService, createAdministrationService(context, rpc)],
      [DigestsServiceService, createDigestsService(context, rpc)],
      [InvitationsServiceService, createInvitationsService(context, rpc)],
      [AccessServiceService, createAccessService(context, rpc)],
    ],
    consumers: [sendInvitations(context), sendDisabledAlerts(context), endAccessOfAgents(context)],
    peers: [context.teamPeer],
    workers: [
      createSigningKeyRotation(context),
      createMailDelivery(context),
      createTeamUpdates(context),
      createWeeklyReset(context),
    ],
  };
}
