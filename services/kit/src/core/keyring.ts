import { hash } from 'node:crypto';

/** A secret and the id by which signatures, seals and hashes made with it name it. */
export interface Key {
  /** First 32 bits of a hash of the secret, in hex: nobody has to choose or configure it. */
  readonly id: string;
  readonly secret: string;
}

/**
 * The secrets of one purpose. The current one is used; the previous one is accepted beside it while it is being replaced,
 * also before it becomes current (deploy/runbooks/rotate-a-secret.md).
 */
export interface Keyring {
  readonly current: Key;
  /** The current one, and the previous one where there is one. */
  readonly keys: readonly Key[];
  /** The key of that id, or undefined. */
  find(id: string): Key | undefined;
}

function createKey(secret: string): Key {
  return { id: hash('sha256', `plotline key id ${secret}`).slice(0, 8), secret };
}

/** A keyring of the secret in use and those that are accepted beside it. */
export function createKeyringOf([current, ...others]: readonly [string, ...string[]]): Keyring {
  const key = createKey(current);
  const keys = [key, ...others.map(createKey)];
  return { current: key, keys, find: (id) => keys.find((one) => one.id === id) };
}

/** A keyring of the secret in use and, unless it is empty, the one that is accepted beside it. */
export function createKeyring(current: string, previous = ''): Keyring {
  return createKeyringOf(previous === '' ? [current] : [current, previous]);
}
