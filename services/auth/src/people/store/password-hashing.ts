import { availableParallelism } from 'node:os';
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { unavailable } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';

/** OWASP's first choice of parameters for argon2id: 19 MiB, two passes, one thread. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** Of libuv's four threads, so that files and names are still read beside them; and half of the cores, for what else runs there. */
const maxThreads = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
/** So many are hashed in about three seconds. */
const maxWaiting = 100;
/** Part of the ten seconds of a request. Later, the gateway has already answered that the service is unavailable. */
const maxWaitMs = 8_000;

const hashing = new Limiter({
  max: maxThreads,
  maxWaiting,
  maxWaitMs,
  refuse: (refusal) => unavailable('Too many sign-ins at once; try again.', refusal),
});

/** One text whichever way it was typed. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

function compute(password: string): Promise<string> {
  return hash(normalize(password), parameters);
}

/** A password's hash in PHC form, by argon2id. Rejects with SERVICE_UNAVAILABLE when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return hashing.run('', () => compute(password));
}

function isArgon2(stored: string): boolean {
  try {
    parseOptions(stored);
    return true;
  } catch {
    return false;
  }
}

let decoy: Promise<string> | undefined;

/**
 * Whether the hash is one of this password; never for null, an account that does not exist or has no password, which takes the same
 * time. Rejects with SERVICE_UNAVAILABLE when too many wait.
 */
export function matchesPassword(password: string, stored: string | null): Promise<boolean> {
  const text = normalize(password);
  return hashing.run('', async () => {
    if (stored === null) {
      decoy ??= compute('no account has this password');
      await verify(await decoy, text);
      return false;
    }
    return isArgon2(stored) && verify(stored, text);
  });
}

/** Whether a password should be hashed anew: its hash was made with less work than new ones are. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost } = parseOptions(stored);
  return memoryCost < parameters.memoryCost || timeCost < parameters.timeCost;
}
