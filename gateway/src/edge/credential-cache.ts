import { hash } from 'node:crypto';
import { realTime, type Time } from '@plotline/kit/core/time';
import { LRUCache } from 'lru-cache';
import type { VerifiedCredential } from './identity.js';
import { createLookUpSlots, type UnverifiedClient, UnverifiedLookUps } from './unverified-look-ups.js';
import type { PresentedCredential, VerifyCredential } from './verify-credential.js';

/** Age at which a result expires, counted from the call to the auth service. */
const maxAgeMs = 1_000;
/** Age at which a result in use is refreshed in the background, so that no request waits for it. */
const refreshAgeMs = 500;
/** Time for which a credential remains valid while the auth service doesn't respond. */
const graceMs = 60_000;
/**
 * Longest time that a request with a known credential waits for the auth service. After such a wait, requests use the
 * cached result for the same time without a call.
 */
const patienceMs = 500;
const maxCredentials = 20_000;

/** Known credentials have separate slots, so that many unknown credentials can't delay them. */
const knownSlots = { max: 1_000, maxWaiting: maxCredentials };
/** Unknown keys are looked up in batches, which cost little. Each session or grant takes a separate call. */
const unverifiedKeySlots = { max: 64, maxWaiting: 2_000 };
const unverifiedPersonSlots = { max: 32, maxWaiting: 2_000 };

type Monotonic = Pick<Time, 'monotonic' | 'setTimeout'>;

interface CacheEntry<Credential = VerifiedCredential | null> {
  readonly credential: Credential;
  /** Monotonic time of the call to the auth service. */
  readonly requestedAt: number;
}

interface ValidEntry extends CacheEntry<VerifiedCredential> {
  /** Monotonic time until which the entry is used without a call, because the auth service just failed to respond. */
  trustedUntil: number;
}

/** A known credential was valid when it was last checked. */
type LookUpKind = 'known' | 'unverified';

interface LookUp {
  /** Monotonic time of the call to the auth service; null before the call. */
  readonly start: { requestedAt: number | null };
  readonly result: Promise<VerifiedCredential | null>;
}

/** Caches the result of verifying a credential for a second. Holds only SHA-256 hashes of credentials. */
export class CredentialCache {
  readonly #verify: VerifyCredential;
  readonly #time: Monotonic;
  /** Expired entries are kept, because they show which credentials are known. */
  readonly #valid = new LRUCache<string, ValidEntry>({ max: maxCredentials });
  /** A separate cache for invalid credentials, so that guesses can't evict valid ones. */
  readonly #invalid = new LRUCache<string, CacheEntry<null>>({ max: maxCredentials });
  readonly #lookUps = new Map<string, LookUp>();
  readonly #revokedIds = new LRUCache<string, true>({ max: maxCredentials });
  /** Monotonic time of the last change of each agent's access and each workspace's settings, by id. */
  readonly #changes = new LRUCache<string, number>({ max: maxCredentials });
  readonly #slots = createLookUpSlots(knownSlots);
  readonly #unverified = {
    key: new UnverifiedLookUps<VerifiedCredential>(unverifiedKeySlots),
    person: new UnverifiedLookUps<VerifiedCredential>(unverifiedPersonSlots),
  };

  constructor(verify: VerifyCredential, time: Monotonic = realTime) {
    this.#verify = verify;
    this.#time = time;
  }

  /**
   * Returns the verified credential, or null for an invalid one. Returns it synchronously when it is cached.
   *
   * Uses results of the last second or, while the auth service doesn't respond, of the last minute. Looks up an unknown
   * credential only if its client may try. Rejects with the errors of the client, or with SERVICE_UNAVAILABLE when the
   * auth service doesn't respond and nothing usable is cached.
   */
  find(
    presented: PresentedCredential,
    createClient: () => UnverifiedClient,
  ): VerifiedCredential | null | Promise<VerifiedCredential | null> {
    const id = hash('sha256', `${presented.kind}:${presented.value}`, 'base64');
    const valid = this.#valid.get(id);
    if (valid && this.#revokedIds.has(valid.credential.id)) return null;
    const entry = valid ?? this.#invalid.get(id);
    if (entry && this.#isFresh(entry.requestedAt) && !this.#hasChangedSince(entry)) {
      if (valid && this.#time.monotonic() - valid.requestedAt >= refreshAgeMs) {
        void this.#lookUp(id, presented, 'known').catch(() => undefined);
      }
      return entry.credential;
    }
    if (valid) return this.#confirm(id, presented, valid);
    const lookUp = () => this.#lookUp(id, presented, 'unverified');
    const isPerson = presented.kind === 'session' || presented.kind === 'grant';
    return this.#findRunning(id) ?? this.#unverified[isPerson ? 'person' : 'key'].run(id, createClient(), lookUp);
  }

  /** Refuses the credential from now on, even if a running look-up finds it valid. */
  revoke(credentialId: string): void {
    this.#revokedIds.set(credentialId, true);
  }

  /**
   * Discards all earlier results about an agent whose role or status changed, or about a workspace whose settings
   * changed.
   */
  refresh(id: string): void {
    this.#changes.set(id, this.#time.monotonic());
    // Running look-ups can't be invalidated here, because their agents and workspaces aren't known yet.
    this.#lookUps.clear();
  }

  /**
   * Looks up a known credential again. While the auth service doesn't respond, a result of the last minute remains
   * valid.
   */
  #confirm(
    id: string,
    presented: PresentedCredential,
    valid: ValidEntry,
  ): VerifiedCredential | null | Promise<VerifiedCredential | null> {
    if (this.#time.monotonic() < valid.trustedUntil && !this.#hasChangedSince(valid)) return valid.credential;
    const lookUp = this.#lookUp(id, presented, 'known');
    return this.#isInGrace(valid) ? this.#awaitPatiently(lookUp, valid) : lookUp;
  }

  #isInGrace(valid: ValidEntry): boolean {
    return this.#time.monotonic() - valid.requestedAt < graceMs && !this.#hasChangedSince(valid);
  }

  /** Resolves to the result of the look-up, or to the previous result when the look-up fails or takes too long. */
  async #awaitPatiently(
    lookUp: Promise<VerifiedCredential | null>,
    valid: ValidEntry,
  ): Promise<VerifiedCredential | null> {
    let endWait: () => void = () => undefined;
    const patience = new Promise<'late'>((resolve) => {
      const timer = this.#time.setTimeout(() => resolve('late'), patienceMs);
      endWait = () => timer.cancel();
    });
    try {
      const result = await Promise.race([lookUp, patience]);
      if (result !== 'late') return result;
    } catch (error) {
      if (!this.#isInGrace(valid)) throw error;
    } finally {
      endWait();
    }
    // The agent's access may have changed during the wait.
    if (!this.#isInGrace(valid)) return lookUp;
    valid.trustedUntil = Math.min(this.#time.monotonic() + patienceMs, valid.requestedAt + graceMs);
    return this.#unlessRevoked(valid.credential);
  }

  #isFresh(requestedAt: number): boolean {
    return this.#time.monotonic() - requestedAt < maxAgeMs;
  }

  /** Returns the running look-up of the credential, unless it started too long ago for this request. */
  #findRunning(id: string): Promise<VerifiedCredential | null> | undefined {
    const running = this.#lookUps.get(id);
    if (!running) return undefined;
    const { requestedAt } = running.start;
    return requestedAt === null || this.#isFresh(requestedAt) ? running.result : undefined;
  }

  /** Starts a look-up that concurrent requests with the same credential share. */
  #lookUp(id: string, presented: PresentedCredential, kind: LookUpKind): Promise<VerifiedCredential | null> {
    const running = this.#findRunning(id);
    if (running !== undefined) return running;
    const start = { requestedAt: null };
    const lookUp = { start, result: this.#verifyAndStore(id, presented, { start, kind }) };
    this.#lookUps.set(id, lookUp);
    const forget = () => {
      if (this.#lookUps.get(id) === lookUp) this.#lookUps.delete(id);
    };
    lookUp.result.then(forget, forget);
    return lookUp.result;
  }

  #verifyAndStore(
    id: string,
    presented: PresentedCredential,
    { start, kind }: { readonly start: LookUp['start']; readonly kind: LookUpKind },
  ): Promise<VerifiedCredential | null> {
    const isKnown = kind === 'known';
    const verify = async () => {
      const requestedAt = this.#time.monotonic();
      start.requestedAt = requestedAt;
      return this.#store(id, await this.#verify(presented, isKnown), requestedAt);
    };
    return isKnown ? this.#slots.run('', verify) : verify();
  }

  #store(id: string, verified: VerifiedCredential | null, requestedAt: number): VerifiedCredential | null {
    const credential = this.#unlessRevoked(verified);
    const present = this.#valid.get(id) ?? this.#invalid.get(id);
    // A later look-up may have finished first.
    if (present && present.requestedAt > requestedAt) return this.#unlessRevoked(present.credential);
    this.#valid.delete(id);
    this.#invalid.delete(id);
    if (credential) this.#valid.set(id, { credential, requestedAt, trustedUntil: 0 });
    else this.#invalid.set(id, { credential, requestedAt });
    return credential;
  }

  #unlessRevoked(credential: VerifiedCredential | null): VerifiedCredential | null {
    return credential && !this.#revokedIds.has(credential.id) ? credential : null;
  }

  /**
   * Returns whether an agent or a workspace of the credential changed after the call to the auth service. If so, the
   * result may be outdated.
   */
  #hasChangedSince({ credential, requestedAt }: CacheEntry): boolean {
    if (this.#changes.size === 0) return false;
    const isLater = (id: string) => (this.#changes.get(id) ?? Number.NEGATIVE_INFINITY) >= requestedAt;
    return (credential?.identities ?? []).some(
      ({ actor, workspaceId }) => isLater(workspaceId) || (actor.agentId !== undefined && isLater(actor.agentId)),
    );
  }
}
