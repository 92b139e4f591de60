/** The compiled module, also when this one is run from its source. */
const COLLECTOR = import.meta.url.endsWith('.ts') ? '../dist/collect-when-idle.js' : './collect-when-idle.js';

/**
 * Flags of the services and the gateway: a young generation that is large enough for load, and the collection that gives
 * it back when idle (126 MB → 81 MB for a service, where a small young generation alone gave 99 MB).
 */
export const NODE_FLAGS: readonly string[] = [
  '--max-semi-space-size=32',
  `--import=${new URL(COLLECTOR, import.meta.url).href}`,
];

/** Keeps glibc from holding freed memory in one arena for each thread; elsewhere it means nothing. */
export const MALLOC_VARIABLES: NodeJS.ProcessEnv = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };
