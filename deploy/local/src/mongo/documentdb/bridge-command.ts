import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The bridge is small and mostly waits: a small young generation keeps it so. */
const NODE_OPTIONS = ['--max-semi-space-size=2'];

/** Arguments with which Node runs the compiled bridge. */
export function bridgeArguments(): string[] {
  return [...NODE_OPTIONS, require.resolve('@plotline/documentdb-bridge/main')];
}
