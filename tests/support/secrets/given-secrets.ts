/** Minimum length of a secret. Shorter texts and numbers, such as authenticator codes, occur in any dump by chance. */
const minLength = 10;

/**
 * The list belongs to the process, not to this module. Mocha loads fixtures with require() and tests with import(), so
 * each has its own instance of the module.
 */
const key = Symbol.for('plotline.given-secrets');

function openGiven(): Map<string, string> {
  const known: unknown = Reflect.get(globalThis, key);
  if (known instanceof Map) return known;
  const created = new Map<string, string>();
  Reflect.set(globalThis, key, created);
  return created;
}

const given = openGiven();

/**
 * Records a secret that the run received or chose. `what` describes the secret in a failure. Ignores secrets that are
 * too short.
 */
export function rememberSecret(value: unknown, what: string): void {
  if (typeof value === 'string' && value.length >= minLength && !/^\d+$/.test(value)) given.set(value, what);
}

/** Returns every secret so far with its description. */
export function givenSecrets(): ReadonlyMap<string, string> {
  return given;
}
