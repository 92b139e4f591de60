/** Minimum length. Shorter texts and short numbers, such as authenticator codes, occur in any dump by chance. */
const minLength = 10;

const given = new Map<string, string>();

/**
 * Remembers a secret that the run received or chose; `what` names it in a failure. Ignores those that are too short.
 */
export function rememberSecret(value: unknown, what: string): void {
  if (typeof value === 'string' && value.length >= minLength && !/^\d+$/.test(value)) given.set(value, what);
}

/** Returns every secret so far with its name. */
export function givenSecrets(): ReadonlyMap<string, string> {
  return given;
}
