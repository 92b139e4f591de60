import { defaultPlace } from '@plotline/kit/core/caller';
import { Problem, unavailable } from '@plotline/kit/core/errors';
import type { Peer } from '@plotline/kit/rpc/client';
import { type PersonIdentity, VerificationServiceService } from '@plotline/protos/plotline/auth/v1/verification';
import { type Identity, toSettings, type VerifiedCredential } from './identity.js';
import { createVerifyTogether, toExpiry, type VerifyKey } from './verify-keys.js';

/**
 * Credential for the auth service to verify: a secret that a client presented, or the id of the grant behind the
 * client's access token.
 */
export interface PresentedCredential {
  readonly kind: 'live_key' | 'test_key' | 'session' | 'grant';
  readonly value: string;
  /** Reads the client's address, which the audit log shows for the first use. */
  readonly readAddress?: () => string;
  /** Reads the workspace of the request; empty if the request names none. */
  readonly readWorkspaceId?: () => string;
}

/**
 * Resolves to the verified credential, or to null when it is unknown, expired or revoked. Rejects with
 * SERVICE_UNAVAILABLE when the auth service doesn't respond. `isKnown` means that the credential was valid when it was
 * last checked.
 */
export type VerifyCredential = (presented: PresentedCredential, isKnown: boolean) => Promise<VerifiedCredential | null>;

/** Returns null when the person belongs to no workspace. */
function fromPerson(person: PersonIdentity | undefined): VerifiedCredential | null {
  if (!person) return null;
  const { credential_id: credentialId, person_id: id, name, scopes } = person;
  const [first, ...others] = person.memberships.map((membership): Identity => {
    const { workspace_id: workspaceId, plan, currency, country, agent_id: agentId, role } = membership;
    const actor = { type: 'user', id, name, role, agentId } as const;
    const sandboxAgentId = membership.sandbox_agent_id;
    const memberSince = membership.active_since;
    const needsTwoFactor = membership.needs_two_factor ?? false;
    // The previous release of the auth service may send an empty time zone.
    const timeZone = membership.time_zone || defaultPlace.timeZone;
    const to = { workspaceId, memberSince, plan, currency, country, timeZone, ...toSettings(membership.settings) };
    const { suspension } = membership;
    return { actor, sandboxAgentId, credentialId, ...to, scopes, needsTwoFactor, suspension };
  });
  return first ? { id: credentialId, expiresAt: toExpiry(person.expires_at), identities: [first, ...others] } : null;
}

function ask(auth: Peer, { kind, value, readAddress, readWorkspaceId }: PresentedCredential, verifyKey: VerifyKey) {
  const { verifySession, verifyGrant } = VerificationServiceService;
  if (kind === 'session') {
    const workspace_id = readWorkspaceId?.() ?? '';
    return auth
      .call(verifySession, { token: value, workspace_id, with_missing_factor: true, with_suspended: true }, {})
      .then(({ identity }) => fromPerson(identity));
  }
  const address = readAddress?.() ?? '';
  if (kind === 'grant') {
    return auth
      .call(verifyGrant, { grant_id: value, address, with_missing_factor: true, with_suspended: true }, {})
      .then(({ identity }) => fromPerson(identity));
  }
  return verifyKey({ key: value, mode: kind === 'live_key' ? 'live' : 'sandbox', address, with_suspended: true });
}

/**
 * Creates a function that verifies credentials by RPCs of the auth service. Verifies keys in batches, and known keys
 * apart from unknown keys, so that guesses can't delay valid keys. Verifies each other credential in a separate call.
 */
export function createVerifyCredential(auth: Peer): VerifyCredential {
  const verifyKey = { known: createVerifyTogether(auth), unverified: createVerifyTogether(auth) };
  return async (presented, isKnown) => {
    try {
      return await ask(auth, presented, isKnown ? verifyKey.known : verifyKey.unverified);
    } catch (error) {
      if (error instanceof Problem && error.code === 'UNAUTHORIZED') return null;
      throw unavailable("Credentials can't be checked at the moment.", error);
    }
  };
}
