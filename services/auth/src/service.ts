import { envelopeRendering } from '@plotline/kit/http/rendering';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import type { Service } from '@plotline/kit/service/service';
import { AccessServiceService } from '@plotline/protos/plotline/auth/v1/access';
import { AdministrationServiceService } from '@plotline/protos/plotline/auth/v1/administration';
import { DigestsServiceService } from '@plotline/protos/plotline/auth/v1/digests';
import { InvitationsServiceService } from '@plotline/protos/plotline/auth/v1/invitations';
import { VerificationServiceService } from '@plotline/protos/plotline/auth/v1/verification';
import type { Context } from './context.js';
import { endAccessOfAgents } from './events/end-agent-access.js';
import { sendDisabledAlerts } from './events/send-disabled-alerts.js';
import { sendInvitations } from './events/send-invitations.js';
import {
  acceptInvitation,
  confirmAddress,
  redeemPasswordReset,
  requestEmailChange,
  requestPasswordReset,
  resendInvitation,
  signUp,
} from './http/accounts.js';
import { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './http/api-keys.js';
import { createApp, deleteApp, getApp, listApps, rotateAppSecret, updateApp } from './http/apps.js';
import { listAuditEntries } from './http/audit.js';
import { createAuthenticate } from './http/authenticate.js';
import { endWorkspaceConsent, listConsents, listWorkspaceConsents, withdrawConsent } from './http/consents.js';
import {
  changePassword,
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
  startTwoFactor,
} from './http/credentials.js';
import { getWorkspaceDeletion, requestWorkspaceDeletion, withdrawWorkspaceDeletion } from './http/deletion-request.js';
import { resetSandbox } from './http/reset-sandbox.js';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './http/saved-views.js';
import { endOtherSessions, endSession, getSession, listSessions, signIn, signOut } from './http/session.js';
import { getWorkspace, updateWorkspace } from './http/workspace.js';
import { createOAuthRouter } from './oauth/router.js';
import { createPageRouter } from './pages/router.js';
import { createAccessService } from './rpc/access.js';
import { createAdministrationService } from './rpc/administration.js';
import { createDigestsService } from './rpc/digests.js';
import { createInvitationsService } from './rpc/invitations.js';
import { rpcCallers } from './rpc/rpc-callers.js';
import { createVerificationService } from './rpc/verification.js';
import { migrations } from './stores.js';
import { createMailDelivery } from './workers/mail-delivery.js';
import { createSigningKeyRotation } from './workers/signing-key-rotation.js';
import { createTeamUpdates } from './workers/team-updates.js';
import { createWeeklyReset } from './workers/weekly-reset.js';

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
