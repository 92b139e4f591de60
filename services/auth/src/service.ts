import type { Service } from '@plotline/kit/process/service';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import { AdministrationServiceService } from '@plotline/protos/plotline/auth/v1/administration';
import { VerificationServiceService } from '@plotline/protos/plotline/auth/v1/verification';
import type { Context } from './context.js';
import { createAdministrationService } from './rpc/administration.js';
import { createVerificationService } from './rpc/verification.js';
import { migrations } from './stores.js';

/** Registers what this service answers. */
export function createService(context: Context): Service {
  const rpc = createRpcAdapter(context.runtime);
  return {
    contract: new URL('../openapi.yaml', import.meta.url),
    migrations,
    handlers: {},
    rpc: [
      [VerificationServiceService, createVerificationService(context, rpc)],
      [AdministrationServiceService, createAdministrationService(context, rpc)],
    ],
  };
}
