import { hash } from 'node:crypto';

/** A secret, and the id that signatures, seals and hashes made with it contain. */
export interface Key {
  /** First 32 bits of a hash of the secret, in hex. Nobody has to choose or configure it. */
  readonly id: string;
  readonly secret: string;
}

/**
 * Secrets of one purpose. The current one is used. The previous one is also accepted while it is being replaced, even
 * before the new one becomes current (deploy/runbooks/rotate-a-secret.md).
 */
export interface Keyring {
  readonly current: Key;
  /** The current key, and the previous one if there is one. */
  readonly keys: readonly Key[];
  /** Returns the key of that id, or undefined. */
  find(id: string): Key | undefined;
}

function createKey(secret: string): Key {
  return { id: hash('sha256', `plotline key id ${secret}`).slice(0, 8), secret };
}

/** Creates a keyring from the current secret and others that are also accepted. */
export function createKeyringOf([current, ...others]: readonly [string, ...string[]]): Keyring {
  const key = createKey(current);
  const keys = [key, ...others.map(createKey)];
  return { current: key, keys, find: (id) => keys.find((one) => one.id === id) };
}

/** Creates a keyring from the current secret and, unless it is empty, the previous one. */
export function createKeyring(current: string, previous = ''): Keyring {
  return createKeyringOf(previous === '' ? [current] : [current, previous]);
}
