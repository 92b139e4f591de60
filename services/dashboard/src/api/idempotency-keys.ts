interface StoredKey {
  readonly key: string;
  readonly expiresAt: number;
}

const ttlMs = 10 * 60_000;
const maxKeys = 200;

/** Keys by the digest of their request, because a request may contain a secret. The latest request comes last. */
const keys = new Map<string, StoredKey>();

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return String.fromCharCode(...new Uint8Array(bytes));
}

/**
 * Returns the Idempotency-Key of a request. The same request gets the same key until it succeeds. If a response was
 * lost, the record may already exist. The server stores only successful responses.
 */
export async function getIdempotencyKey(sent: string): Promise<string> {
  const name = await digest(sent);
  const now = Date.now();
  const known = keys.get(name);
  const key = known !== undefined && known.expiresAt > now ? known.key : crypto.randomUUID();
  keys.delete(name);
  keys.set(name, { key, expiresAt: now + ttlMs });
  const [oldest] = keys.keys();
  if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest);
  return key;
}

/** Forgets the key of a request that succeeded, so that the same request can run a second time. */
export function forgetIdempotencyKey(key: string | null): void {
  for (const [name, known] of keys) if (known.key === key) keys.delete(name);
}
