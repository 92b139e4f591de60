import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CountedLookUps, type Stranger } from './counted-look-ups.js';
import type { VerifiedCredential } from './identity.js';
import { LookUpSlots } from './look-up-slots.js';
import type { PresentedCredential, VerifyCredential } from './verify-credential.js';

/** Age from which a result is no longer used, counted from the call to the auth service. */
const maxAgeMs = 1_000;
/** Age from which a result that is in use is refreshed in the background, so that no request waits for it. */
const refreshAgeMs = 500;
const maxCredentials = 20_000;

/** Credentials that were good when last seen have slots of their own, so that no flood of unknown ones keeps them waiting. */
const knownSlots = { maxRunning: 1_000, maxWaiting: 0 };
const strangerSlots = { maxRunning: 2, maxWaiting: 128 };

interface CacheEntry<Credential = VerifiedCredential | null> {
  readonly credential: Credential;
  /** On the monotonic clock, when the auth service was called. */
  readonly requestedAt: number;
}

/** Of a credential that was good when last seen, or of another. */
type LookUpKind = 'known' | 'stranger';

interface LookUp {
  /** On the monotonic clock, when the auth service was called; null before that. */
  readonly start: { requestedAt: number | null };
  readonly result: Promise<VerifiedCredential | null>;
}

/** Caches for a second whom a credential stands for. Credentials are held as SHA-256 hashes alone. */
export class CredentialCache {
  readonly #verify: VerifyCredential;
  readonly #now: () => number;
  /** Entries stay when they are too old to be used: they tell which credentials were good. */
  readonly #valid = new LRUCache<string, CacheEntry<VerifiedCredential>>({ max: maxCredentials });
  /** A cache of its own, so that guessed credentials cannot evict valid ones. */
  readonly #invalid = new LRUCache<string, CacheEntry<null>>({ max: maxCredentials });
  readonly #lookUps = new Map<string, LookUp>();
  readonly #counted = new CountedLookUps<VerifiedCredential>();
  readonly #revokedIds = new LRUCache<string, true>({ max: maxCredentials });
  /** On the monotonic clock, when the access of an agent last changed. */
  readonly #accessChanges = new LRUCache<string, number>({ max: maxCredentials });
  readonly #slots = { known: new LookUpSlots(knownSlots), stranger: new LookUpSlots(strangerSlots) };

  /** `now` gives monotonic milliseconds. */
  constructor(verify: VerifyCredential, now: () => number = () => performance.now()) {
    this.#verify = verify;
    this.#now = now;
  }

  /**
   * Returns whom the credential stands for, or null for an invalid one; without a promise when it is cached. No result is used
   * whose look-up began more than a second before this call. A credential that was never good is looked up once it has been
   * counted for its stranger. Rejects as that does, and with SERVICE_UNAVAILABLE when nothing fresh enough is cached and the
   * auth service does not answer.
   */
  find(
    presented: PresentedCredential,
    createStranger?: () => Stranger,
  ): VerifiedCredential | null | Promise<VerifiedCredential | null> {
    const id = hash('sha256', `${presented.kind}:${presented.value}`, 'base64');
    const valid = this.#valid.get(id);
    if (valid && this.#revokedIds.has(valid.credential.id)) return null;
    const entry = valid ?? this.#invalid.get(id);
    if (entry && this.#isFresh(entry.requestedAt) && !this.#hasChangedSince(entry)) {
      if (valid && this.#now() - valid.requestedAt >= refreshAgeMs) {
        void this.#lookUp(id, presented, 'known').catch(() => undefined);
      }
      return entry.credential;
    }
    if (valid || !createStranger) return this.#lookUp(id, presented, valid ? 'known' : 'stranger');
    const lookUp = () => this.#lookUp(id, presented, 'stranger');
    return this.#findRunning(id) ?? this.#counted.run(id, createStranger(), lookUp);
  }

  /** Refuses what was revoked from now on, whatever look-ups that are under way answer. */
  revoke(credentialId: string): void {
    this.#revokedIds.set(credentialId, true);
  }

  /** Uses nothing any more that was looked up before now, when the role or status of an agent changed. */
  refreshAgent(agentId: string): void {
    this.#accessChanges.set(agentId, this.#now());
    // Whom the look-ups under way are about is not known yet.
    this.#lookUps.clear();
  }

  #isFresh(requestedAt: number): boolean {
    return this.#now() - requestedAt < maxAgeMs;
  }

  /** The look-up of the credential that is under way, unless it began too long ago for a request that comes now. */
  #findRunning(id: string): Promise<VerifiedCredential | null> | undefined {
    const running = this.#lookUps.get(id);
    if (!running) return undefined;
    const { requestedAt } = running.start;
    return requestedAt === null || this.#isFresh(requestedAt) ? running.result : undefined;
  }

  /** Concurrent requests with one credential share one look-up. */
  #lookUp(id: string, presented: PresentedCredential, kind: LookUpKind): Promise<VerifiedCredential | null> {
    const running = this.#findRunning(id);
    if (running !== undefined) return running;
    const start = { requestedAt: null };
    const lookUp = { start, result: this.#verifyInSlot(id, presented, { start, kind }) };
    this.#lookUps.set(id, lookUp);
    const forget = () => {
      if (this.#lookUps.get(id) === lookUp) this.#lookUps.delete(id);
    };
    lookUp.result.then(forget, forget);
    return lookUp.result;
  }

  async #verifyInSlot(
    id: string,
    presented: PresentedCredential,
    { start, kind }: { readonly start: LookUp['start']; readonly kind: LookUpKind },
  ): Promise<VerifiedCredential | null> {
    const slots = this.#slots[kind];
    const waiting = slots.acquire();
    // Without a wait the auth service is called at once.
    if (waiting !== null) await waiting;
    try {
      const requestedAt = this.#now();
      start.requestedAt = requestedAt;
      return this.#store(id, await this.#verify(presented, kind === 'known'), requestedAt);
    } finally {
      slots.release();
    }
  }

  #store(id: string, verified: VerifiedCredential | null, requestedAt: number): VerifiedCredential | null {
    const credential = this.#unlessRevoked(verified);
    const present = this.#valid.get(id) ?? this.#invalid.get(id);
    // A later look-up may have been answered earlier.
    if (present && present.requestedAt > requestedAt) return this.#unlessRevoked(present.credential);
    this.#valid.delete(id);
    this.#invalid.delete(id);
    if (credential) this.#valid.set(id, { credential, requestedAt });
    else this.#invalid.set(id, { credential, requestedAt });
    return credential;
  }

  #unlessRevoked(credential: VerifiedCredential | null): VerifiedCredential | null {
    return credential && !this.#revokedIds.has(credential.id) ? credential : null;
  }

  /** Whether the role or status of one of its agents changed after the auth service was asked: the answer may be older. */
  #hasChangedSince({ credential, requestedAt }: CacheEntry): boolean {
    for (const { actor } of credential?.identities ?? []) {
      const changedAt = actor.agentId === undefined ? undefined : this.#accessChanges.get(actor.agentId);
      if (changedAt !== undefined && changedAt >= requestedAt) return true;
    }
    return false;
  }
}
