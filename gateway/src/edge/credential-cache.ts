import { hash } from 'node:crypto';
import { realTime, type Time } from '@plotline/kit/core/time';
import { LRUCache } from 'lru-cache';
import type { VerifiedCredential } from './identity.js';
import { createLookUpSlots, type UnverifiedClient, UnverifiedLookUps } from './unverified-look-ups.js';
import type { PresentedCredential, VerifyCredential } from './verify-credential.js';

/** Age from which a result is no longer used, counted from the call to the auth service. */
const maxAgeMs = 1_000;
/** Age from which a result that is in use is refreshed in the background, so that no request waits for it. */
const refreshAgeMs = 500;
/** While the auth service does not answer, a credential that it called good so recently is good. */
const graceMs = 60_000;
/** How long a request with such a credential waits for the auth service, and how long others do without asking after that. */
const patienceMs = 500;
const maxCredentials = 20_000;

/** Credentials that were good when last seen have slots of their own, so that no flood of unknown ones keeps them waiting. */
const knownSlots = { max: 1_000, maxWaiting: maxCredentials };
/** Unverified keys are asked about together, which costs little; sessions and grants take calls of their own. */
const unverifiedKeySlots = { max: 64, maxWaiting: 2_000 };
const unverifiedPersonSlots = { max: 32, maxWaiting: 2_000 };

type Monotonic = Pick<Time, 'monotonic' | 'setTimeout'>;

interface CacheEntry<Credential = VerifiedCredential | null> {
  readonly credential: Credential;
  /** On the monotonic clock, when the auth service was called. */
  readonly requestedAt: number;
}

interface ValidEntry extends CacheEntry<VerifiedCredential> {
  /** On the monotonic clock, until when it is used without asking: the auth service did not answer a moment ago. */
  trustedUntil: number;
}

/** Of a credential that was good when last seen, or of another. */
type LookUpKind = 'known' | 'unverified';

interface LookUp {
  /** On the monotonic clock, when the auth service was called; null before that. */
  readonly start: { requestedAt: number | null };
  readonly result: Promise<VerifiedCredential | null>;
}

/** Caches for a second whom a credential stands for. Credentials are held as SHA-256 hashes alone. */
export class CredentialCache {
  readonly #verify: VerifyCredential;
  readonly #time: Monotonic;
  /** Entries stay when they are too old to be used: they tell which credentials were good. */
  readonly #valid = new LRUCache<string, ValidEntry>({ max: maxCredentials });
  /** A cache of its own, so that guessed credentials cannot evict valid ones. */
  readonly #invalid = new LRUCache<string, CacheEntry<null>>({ max: maxCredentials });
  readonly #lookUps = new Map<string, LookUp>();
  readonly #revokedIds = new LRUCache<string, true>({ max: maxCredentials });
  /** On the monotonic clock, when the access of an agent last changed. */
  readonly #accessChanges = new LRUCache<string, number>({ max: maxCredentials });
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
   * Returns whom the credential stands for, or null for an invalid one; without a promise when it is cached. No result is used
   * whose look-up began more than a second before this call, unless the auth service does not answer: then one of the last minute is.
   * A credential that was never good is looked up when its client is allowed to try. Rejects as the client does, and with
   * SERVICE_UNAVAILABLE when nothing is cached that may be used and the auth service does not answer.
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

  /** Refuses what was revoked from now on, whatever look-ups that are under way answer. */
  revoke(credentialId: string): void {
    this.#revokedIds.set(credentialId, true);
  }

  /** Uses nothing any more that was looked up before now, when the role or status of an agent changed. */
  refreshAgent(agentId: string): void {
    this.#accessChanges.set(agentId, this.#time.monotonic());
    // Whom the look-ups under way are about is not known yet.
    this.#lookUps.clear();
  }

  /** Looks up what was good when last seen; while the auth service does not answer, it is what it was within the last minute. */
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

  /** Resolves as the look-up does or, when that fails or takes long, to the former result. */
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
    // The access may have changed during the wait.
    if (!this.#isInGrace(valid)) return lookUp;
    valid.trustedUntil = Math.min(this.#time.monotonic() + patienceMs, valid.requestedAt + graceMs);
    return this.#unlessRevoked(valid.credential);
  }

  #isFresh(requestedAt: number): boolean {
    return this.#time.monotonic() - requestedAt < maxAgeMs;
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
    // A later look-up may have been answered earlier.
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

  /** Whether the role or status of one of its agents changed after the auth service was asked: the answer may be older. */
  #hasChangedSince({ credential, requestedAt }: CacheEntry): boolean {
    for (const { actor } of credential?.identities ?? []) {
      const changedAt = actor.agentId === undefined ? undefined : this.#accessChanges.get(actor.agentId);
      if (changedAt !== undefined && changedAt >= requestedAt) return true;
    }
    return false;
  }
}
