import type { Service } from '@plotline/kit/process/service';
import type { Context } from './context.js';
import { listImports } from './http/read-imports.js';
import { migrations } from './stores.js';

/** Registers what this service answers. */
export function createService(context: Context): Service {
  return {
    contract: new URL('../openapi.yaml', import.meta.url),
    migrations,
    handlers: {
      listImports: listImports(),
    },
    sandboxReset: { resets: context.sandboxResets },
  };
}
