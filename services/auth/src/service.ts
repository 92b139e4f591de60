import { envelopeRendering } from '@plotline/kit/http/rendering';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import type { Service } from '@plotline/kit/service/service';
import { AccessServiceService } from '@plotline/protos/plotline/auth/v1/access';
import { AdministrationServiceService } from '@plotline/protos/plotline/auth/v1/administration';
import { DigestsServiceService } from '@plotline/protos/plotline/auth/v1/digests';
import { InvitationsServiceService } from '@plotline/protos/plotline/auth/v1/invitations';
import { KeyTrafficServiceService } from '@plotline/protos/plotline/auth/v1/key_traffic';
import { VerificationServiceService } from '@plotline/protos/plotline/auth/v1/verification';
import { WorkspacesServiceService } from '@plotline/protos/plotline/auth/v1/workspaces';
import { listAuditEntries } from './audit/api/list-audit-entries.js';
import type { Context } from './context.js';
import { followRoles } from './directory/work/follow-roles.js';
import { createRoleReconciliation } from './directory/work/reconcile-roles.js';
import { createTeamUpdates } from './directory/work/team-updates.js';
import { createAccessService } from './keys/api/access.js';
import { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './keys/api/api-keys.js';
import { getApiKeyUsage, listApiKeyRequests } from './keys/api/key-traffic.js';
import { createKeyTrafficService } from './keys/api/record-traffic.js';
import { createKeyVerification } from './keys/api/verify-keys.js';
import { endAccessOfAgents } from './keys/work/end-agent-access.js';
import { createDigestMailing } from './mail/api/mail-digest.js';
import { createNoticeMailing } from './mail/api/mail-notices.js';
import { createMailDelivery } from './mail/work/mail-delivery.js';
import { registerMailMetrics } from './mail/work/mail-metrics.js';
import { sendDisabledAlerts } from './mail/work/send-disabled-alerts.js';
import { createApp, deleteApp, getApp, listApps, rotateAppSecret, updateApp } from './oauth/api/apps.js';
import { endWorkspaceConsent, listConsents, listWorkspaceConsents, withdrawConsent } from './oauth/api/consents.js';
import { createOAuthRouter } from './oauth/api/router.js';
import { createGrantVerification } from './oauth/api/verify-grant.js';
import { createSigningKeyRotation } from './oauth/work/signing-key-rotation.js';
import { createPageRouter } from './page-router.js';
import { acceptInvitationHandler } from './people/api/accept-invitation.js';
import { requestEmailChangeHandler } from './people/api/change-email.js';
import { changePasswordHandler } from './people/api/change-password.js';
import { confirmAddressHandler } from './people/api/confirm.js';
import { createInvitationsService, resendInvitationHandler } from './people/api/invitations.js';
import { redeemPasswordResetHandler, requestPasswordResetHandler } from './people/api/reset-password.js';
import { signInHandler } from './people/api/sign-in.js';
import { signUpHandler } from './people/api/sign-up.js';
import { registerHashingMetrics } from './people/store/hashing-metrics.js';
import { sendInvitations } from './people/work/send-invitation.js';
import { rpcCallers } from './rpc-callers.js';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views/api/saved-views.js';
import { createAuthenticate } from './sessions/api/authenticate.js';
import { endOtherSessions, endSession, getSession, listSessions, signOut } from './sessions/api/sessions.js';
import { createSessionVerification } from './sessions/api/verify-session.js';
import { migrations } from './stores.js';
import { removeTwoFactorHandler } from './two-factor/api/remove-two-factor.js';
import { renewRecoveryCodesHandler } from './two-factor/api/renew-recovery-codes.js';
import { resetTwoFactorHandler } from './two-factor/api/reset-two-factor.js';
import { confirmTwoFactorHandler, startTwoFactorHandler } from './two-factor/api/set-up-two-factor.js';
import { createAdministrationService } from './workspaces/api/administration.js';
import { createConsoleRouter } from './workspaces/api/console-page.js';
import {
  getWorkspaceDeletion,
  requestWorkspaceDeletion,
  withdrawWorkspaceDeletion,
} from './workspaces/api/request-deletion.js';
import { resetSandbox } from './workspaces/api/reset-sandbox.js';
import { getWorkspace, updateWorkspace } from './workspaces/api/workspace.js';
import { createWorkspacesService } from './workspaces/api/workspaces-service.js';
import { createWeeklyReset } from './workspaces/work/weekly-reset.js';

/** Registers the endpoints and RPCs of this service. */
export function createService(context: Context): Service {
  const rpc = createRpcAdapter({ ...context.runtime, callers: rpcCallers });
  registerHashingMetrics(context.runtime.metrics.registry);
  registerMailMetrics(context.runtime, context.mails);
  return {
    contract: new URL('../openapi.yaml', import.meta.url),
    migrations,
    handlers: {
      signIn: signInHandler(context),
      getSession: getSession(),
      signOut: signOut(context),
      listSessions: listSessions(context),
      endSession: endSession(context),
      endOtherSessions: endOtherSessions(context),
      changePassword: changePasswordHandler(context),
      startTwoFactor: startTwoFactorHandler(context),
      confirmTwoFactor: confirmTwoFactorHandler(context),
      removeTwoFactor: removeTwoFactorHandler(context),
      renewRecoveryCodes: renewRecoveryCodesHandler(context),
      resetTwoFactor: resetTwoFactorHandler(context),
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
      listApiKeyRequests: listApiKeyRequests(context),
      getApiKeyUsage: getApiKeyUsage(context),
      listAuditEntries: listAuditEntries(context),
      resetSandbox: resetSandbox(context),
      signUp: signUpHandler(context),
      confirmAddress: confirmAddressHandler(context),
      acceptInvitation: acceptInvitationHandler(context),
      resendInvitation: resendInvitationHandler(context),
      requestPasswordReset: requestPasswordResetHandler(context),
      redeemPasswordReset: redeemPasswordResetHandler(context),
      requestEmailChange: requestEmailChangeHandler(context),
    },
    server: {
      authenticate: createAuthenticate(context),
      rendering: envelopeRendering,
      routers: [createConsoleRouter(context), createPageRouter(context), createOAuthRouter(context)],
    },
    rpc: [
      [
        VerificationServiceService,
        {
          ...createKeyVerification(context, rpc),
          ...createSessionVerification(context, rpc),
          ...createGrantVerification(context, rpc),
        },
      ],
      [KeyTrafficServiceService, createKeyTrafficService(context, rpc)],
      [AdministrationServiceService, createAdministrationService(context, rpc)],
      [DigestsServiceService, { ...createDigestMailing(context, rpc), ...createNoticeMailing(context, rpc) }],
      [InvitationsServiceService, createInvitationsService(context, rpc)],
      [AccessServiceService, createAccessService(context, rpc)],
      [WorkspacesServiceService, createWorkspacesService(context, rpc)],
    ],
    consumers: [
      sendInvitations(context),
      sendDisabledAlerts(context),
      endAccessOfAgents(context),
      followRoles(context),
    ],
    peers: context.peers,
    workers: [
      createSigningKeyRotation(context),
      createMailDelivery(context),
      createTeamUpdates(context),
      createWeeklyReset(context),
      createRoleReconciliation(context),
    ],
  };
}
