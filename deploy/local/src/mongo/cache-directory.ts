import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where what is costly to obtain is kept for all checkouts of this user. */
export function cacheDirectory(environment: NodeJS.ProcessEnv): string {
  const base = environment['XDG_CACHE_HOME'] || join(environment['HOME'] || homedir(), '.cache');
  return join(base, 'plotline');
}
