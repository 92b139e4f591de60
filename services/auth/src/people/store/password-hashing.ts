import { availableParallelism } from 'node:os';
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { unavailable } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';

/** Parameters of argon2id that OWASP recommends first: 19 MiB, two passes, one thread. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** Leaves some of libuv's four threads for files and name look-ups, and half of the cores for other work. */
const maxThreads = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
/** Maximum passwords that wait. Hashing this many takes about three seconds. */
const maxWaiting = 100;
/** Part of a request's ten seconds, after which the gateway responds that the service is unavailable. */
const maxWaitMs = 8_000;

let refused = 0;

const hashing = new Limiter({
  max: maxThreads,
  maxWaiting,
  maxWaitMs,
  refuse: (refusal) => {
    refused += 1;
    return unavailable('Too many sign-ins at the same time. Try again.', refusal);
  },
});

/** Returns three numbers: passwords that are being hashed, passwords that wait, and refusals of this process. */
export function readHashingQueue(): { readonly running: number; readonly waiting: number; readonly refused: number } {
  return { running: hashing.inUse, waiting: hashing.waiting, refused };
}

/** Normalizes a password, so that the way it was typed makes no difference. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

function compute(password: string): Promise<string> {
  return hash(normalize(password), parameters);
}

/** Hashes a password with argon2id, in PHC form. Rejects with SERVICE_UNAVAILABLE if too many requests wait. */
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
 * Checks whether the hash belongs to this password. Null means that the account doesn't exist or has no password;
 * resolves to false in the same time. Rejects with SERVICE_UNAVAILABLE if too many requests wait.
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

/** Checks whether a password should be hashed again, because its hash used weaker parameters. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost } = parseOptions(stored);
  return memoryCost < parameters.memoryCost || timeCost < parameters.timeCost;
}
