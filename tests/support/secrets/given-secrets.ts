/** Shorter texts, and short numbers such as the codes of authenticator apps, are in any dump by chance. */
const minLength = 10;

const given = new Map<string, string>();

/** Keeps a secret that the run was given or has chosen; `what` names it in a failure. Those that are too short to be told are left out. */
export function rememberSecret(value: unknown, what: string): void {
  if (typeof value === 'string' && value.length >= minLength && !/^\d+$/.test(value)) given.set(value, what);
}

/** Every secret so far, with what it is. */
export function givenSecrets(): ReadonlyMap<string, string> {
  return given;
}
