import { Problem } from '@plotline/kit/core/errors';
import { describeSuspension } from '@plotline/protos/plotline/auth/v1/suspensions';
import type { Identity, VerifiedCredential } from './identity.js';

function findIdentity({ identities }: VerifiedCredential, workspaceId: string | string[] | undefined): Identity {
  if (workspaceId === undefined) {
    return identities.find(({ needsTwoFactor, suspension }) => !needsTwoFactor && !suspension) ?? identities[0];
  }
  const chosen = identities.find((identity) => identity.workspaceId === workspaceId);
  if (chosen) return chosen;
  // Node joins repeated headers with a comma, which no id contains.
  if (Array.isArray(workspaceId) || workspaceId.includes(',')) {
    throw new Problem('BAD_REQUEST', 'X-Workspace-ID was given more than once.');
  }
  throw new Problem('FORBIDDEN', 'The credential does not belong to the workspace in X-Workspace-ID.', {
    reason: 'foreign_workspace',
  });
}

/**
 * Returns the credential's identity in the workspace of `X-Workspace-ID`, or in its first usable workspace. Throws
 * FORBIDDEN when the credential doesn't belong to the workspace, when the workspace is suspended, or when it requires a
 * second factor that the person lacks. Throws BAD_REQUEST when the header is given twice.
 */
export function chooseIdentity(credential: VerifiedCredential, workspaceId: string | string[] | undefined): Identity {
  const identity = findIdentity(credential, workspaceId);
  const { suspension } = identity;
  if (suspension) {
    throw new Problem('FORBIDDEN', describeSuspension(suspension), {
      reason: 'workspace_suspended',
      data: { suspension },
    });
  }
  if (!identity.needsTwoFactor) return identity;
  throw new Problem('FORBIDDEN', 'The workspace requires a second factor. Set it up first.', {
    reason: 'two_factor_setup_required',
  });
}
