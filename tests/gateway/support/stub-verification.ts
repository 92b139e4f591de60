import type { Identity } from '@plotline/gateway/edge/identity';
import type { Mode } from '@plotline/kit/caller';
import { createToken } from '@plotline/kit/checksummed-token';

/** Stands for the auth service's RPC VerifyKey: knows the keys that a test creates, and can be made to fail. */
export class StubVerification {
  readonly #keys = new Map<string, Identity>();
  #created = 0;
  /** The keys of all calls, in order. */
  readonly verifiedKeys: string[] = [];
  /** Awaited before each answer; may reject, or hold the answer back. */
  beforeAnswer: () => Promise<void> = async () => undefined;

  /** Creates a key of workspace `ws_1` with these scopes, unless told otherwise. */
  createKey(scopes: readonly string[], { mode = 'live', ...rest }: { mode?: Mode } & Partial<Identity> = {}): string {
    const key = createToken(mode === 'live' ? 'pl_live_' : 'pl_test_');
    this.#created += 1;
    this.#keys.set(`${mode}:${key}`, {
      actor: { type: 'key', id: `key_${this.#created}`, name: 'Website' },
      workspaceId: 'ws_1',
      scopes,
      plan: 'professional',
      currency: 'EUR',
      expiresAt: Number.POSITIVE_INFINITY,
      ...rest,
    });
    return key;
  }

  revoke(key: string): void {
    for (const mode of ['live', 'sandbox']) this.#keys.delete(`${mode}:${key}`);
  }

  readonly verify = async (key: string, mode: Mode): Promise<Identity | null> => {
    this.verifiedKeys.push(key);
    const answer = this.#keys.get(`${mode}:${key}`) ?? null;
    await this.beforeAnswer();
    return answer;
  };
}
