import { fileURLToPath } from 'node:url';

/** The bridge is small and mostly waits: a small young generation keeps it so. */
const NODE_OPTIONS = ['--max-semi-space-size=2'];

/** Arguments with which Node runs the compiled bridge, also when this module is run from its source. */
export function bridgeArguments(): string[] {
  const compiled = import.meta.url.endsWith('.ts') ? '../../../dist/bridge/main.js' : '../../bridge/main.js';
  return [...NODE_OPTIONS, fileURLToPath(new URL(compiled, import.meta.url))];
}
