interface KeptKey {
  readonly key: string;
  readonly until: number;
}

const keptMs = 10 * 60_000;
const maxKeys = 200;

/** By the digest of what was sent, which may be a secret; that which was sent last is at the end. */
const keys = new Map<string, KeptKey>();

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return String.fromCharCode(...new Uint8Array(bytes));
}

/**
 * The Idempotency-Key for what is sent. Until that succeeds it has the same key each time: an answer that was lost may be that of a
 * record which is stored, and the server keeps answers of success alone.
 */
export async function getIdempotencyKey(sent: string): Promise<string> {
  const name = await digest(sent);
  const now = Date.now();
  const known = keys.get(name);
  const key = known !== undefined && known.until > now ? known.key : crypto.randomUUID();
  keys.delete(name);
  keys.set(name, { key, until: now + keptMs });
  const [oldest] = keys.keys();
  if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest);
  return key;
}

/** Forgets the key of what has succeeded: the same may be sent once more, to be done once more. */
export function forgetIdempotencyKey(key: string | null): void {
  for (const [name, known] of keys) if (known.key === key) keys.delete(name);
}
