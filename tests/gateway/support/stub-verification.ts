import type { Identity, VerifiedCredential } from '@plotline/gateway/edge/identity';
import type { UnverifiedClient } from '@plotline/gateway/edge/unverified-look-ups';
import type { PresentedCredential } from '@plotline/gateway/edge/verify-credential';
import { defaultPlace, type Mode } from '@plotline/kit/core/caller';
import { createToken } from '@plotline/kit/core/secrets';

/** Client whose credential look-ups are not limited. */
export const createAnyone = (): UnverifiedClient => ({
  network: 'here',
  assertAllowed: async () => undefined,
  countFailure: async () => undefined,
});

interface KeyOptions extends Partial<Identity> {
  readonly mode?: Mode;
  readonly expiresAt?: number;
}

/** A person's agent in a workspace. */
export interface StubMembership {
  readonly workspaceId?: string;
  readonly role?: string;
  readonly agentId?: string;
  readonly sandboxAgentId?: string;
  readonly memberSince?: number;
  readonly plan?: string;
}

interface PersonOptions {
  readonly scopes?: readonly string[];
  readonly expiresAt?: number;
  readonly personId?: string;
  /** Id of the session or grant. */
  readonly id?: string;
}

/** Replaces the auth service's verification RPCs. Knows the credentials that a test creates. Tests can make it fail. */
export class StubVerification {
  readonly #credentials = new Map<string, VerifiedCredential>();
  #created = 0;
  /** Verified values, in the order of the calls. */
  readonly verified: string[] = [];
  /** Whether the caller knew the value as valid, in the order of the calls. */
  readonly known: boolean[] = [];
  /** Client addresses, in the order of the calls. */
  readonly addresses: (string | undefined)[] = [];
  /** Awaited before each answer, so that a test can delay answers. If it rejects, the call fails. */
  beforeAnswer: () => Promise<void> = async () => undefined;

  /** Creates a key with these scopes, by default for workspace `ws_1`. */
  createKey(scopes: readonly string[], { mode = 'live', expiresAt, ...change }: KeyOptions = {}): string {
    const key = createToken(mode === 'live' ? 'pl_live_' : 'pl_test_');
    this.#created += 1;
    const actor = { type: 'key', id: `key_${this.#created}`, name: 'Website' } as const;
    const identity = {
      actor,
      credentialId: change.actor?.id ?? actor.id,
      workspaceId: 'ws_1',
      scopes,
      plan: 'professional',
      currency: 'EUR',
      ...defaultPlace,
      ...change,
    };
    this.#credentials.set(`${mode === 'live' ? 'live_key' : 'test_key'}:${key}`, {
      id: identity.credentialId,
      expiresAt: expiresAt ?? Number.POSITIVE_INFINITY,
      identities: [identity],
    });
    return key;
  }

  /** Creates a session, by default for an owner in `ws_1`, and returns its token. */
  createSession(memberships: readonly StubMembership[] = [{}], options: PersonOptions = {}): string {
    const token = createToken('pl_session_');
    this.#addPerson(`session:${token}`, 'session', memberships, options);
    return token;
  }

  /** Creates a grant, by default for an owner in `ws_1`, and returns its id. */
  createGrant(membership: StubMembership = {}, options: PersonOptions = {}): string {
    const id = `grant_${this.#created + 1}`;
    this.#addPerson(`grant:${id}`, 'grant', [membership], options);
    return id;
  }

  #addPerson(key: string, kind: string, memberships: readonly StubMembership[], options: PersonOptions): void {
    this.#created += 1;
    const { scopes = ['admin'], expiresAt = Date.now() + 3_600_000, personId = 'user_1' } = options;
    const { id = `${kind}_${this.#created}` } = options;
    const [first, ...others] = memberships.map((membership): Identity => {
      const { workspaceId = 'ws_1', role = 'owner', agentId = 'agent_1', plan = 'professional' } = membership;
      const { sandboxAgentId, memberSince } = membership;
      const actor = { type: 'user', id: personId, name: 'Ada', role, agentId } as const;
      const to = { workspaceId, scopes, plan, currency: 'EUR', ...defaultPlace };
      return { actor, sandboxAgentId, memberSince, credentialId: id, ...to };
    });
    if (!first) throw new Error('A person belongs to a workspace.');
    this.#credentials.set(key, { id, expiresAt, identities: [first, ...others] });
  }

  /** Forgets a key, session or grant. */
  revoke(value: string): void {
    for (const kind of ['live_key', 'test_key', 'session', 'grant']) this.#credentials.delete(`${kind}:${value}`);
  }

  readonly verify = async (
    { kind, value, readAddress }: PresentedCredential,
    isKnown = false,
  ): Promise<VerifiedCredential | null> => {
    this.verified.push(value);
    this.known.push(isKnown);
    this.addresses.push(readAddress?.());
    const answer = this.#credentials.get(`${kind}:${value}`) ?? null;
    await this.beforeAnswer();
    return answer;
  };
}
