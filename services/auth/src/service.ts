import type { Service } from '@plotline/kit/process/service';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import {
  type AdministrationServiceServer,
  AdministrationServiceService,
} from '@plotline/protos/plotline/auth/v1/administration';
import {
  type VerificationServiceServer,
  VerificationServiceService,
} from '@plotline/protos/plotline/auth/v1/verification';
import type { Context } from './context.js';
import { createKey } from './rpc/create-key.js';
import { createWorkspace } from './rpc/create-workspace.js';
import { registerClient } from './rpc/register-client.js';
import { registerUser } from './rpc/register-user.js';
import { revokeKey } from './rpc/revoke-key.js';
import { verifyKey } from './rpc/verify-key.js';

/** Registers what this service answers. */
export function createService(context: Context): Service {
  const rpc = createRpcAdapter(context.runtime);
  const verification: VerificationServiceServer = { verifyKey: rpc(verifyKey(context)) };
  const administration: AdministrationServiceServer = {
    createWorkspace: rpc(createWorkspace(context)),
    createKey: rpc(createKey(context)),
    revokeKey: rpc(revokeKey(context)),
    registerUser: rpc(registerUser(context)),
    registerClient: rpc(registerClient(context)),
  };
  return {
    contract: new URL('../openapi.yaml', import.meta.url),
    handlers: {},
    rpc: [
      [VerificationServiceService, verification],
      [AdministrationServiceService, administration],
    ],
  };
}
