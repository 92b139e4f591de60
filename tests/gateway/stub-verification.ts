import type { Identity } from '@plotline/gateway/edge/identity';
import type { Mode } from '@plotline/kit/caller';
import { createToken } from '@plotline/kit/checksummed-token';

/** Stands for the auth service's verification: knows the keys that a test makes, and can be away. */
export class StubVerification {
  readonly #keys = new Map<string, Identity>();
  #made = 0;
  /** Keys that were asked about, in order. */
  readonly asked: string[] = [];
  /** Called for each question; may reject, or hold the answer back. */
  before: () => Promise<void> = async () => undefined;

  /** A key of workspace `ws_1` with these scopes, unless told otherwise. */
  make(scopes: readonly string[], { mode = 'live', ...rest }: { mode?: Mode } & Partial<Identity> = {}): string {
    const key = createToken(mode === 'live' ? 'pl_live_' : 'pl_test_');
    this.#made += 1;
    this.#keys.set(`${mode}:${key}`, {
      actor: { type: 'key', id: `key_${this.#made}`, name: 'Website' },
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
    this.asked.push(key);
    const answer = this.#keys.get(`${mode}:${key}`) ?? null;
    await this.before();
    return answer;
  };
}
