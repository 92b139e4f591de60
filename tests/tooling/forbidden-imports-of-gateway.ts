import { type ForbiddenImport, forbidden, imports } from './forbidden-import.js';

/** One forbidden import for each import rule of the gateway. */
export const forbiddenInGateway: readonly ForbiddenImport[] = [
  forbidden(
    'gateway-sees-kit-and-protos',
    'gateway/src/a.ts',
    imports('@plotline/auth/keys/model/scope'),
    'a service in the gateway',
  ),
  forbidden(
    'gateway-limits-sees-what-is-below',
    'gateway/src/limits/a.ts',
    imports('../edge/serve.js'),
    'edge/ in limits/',
  ),
  forbidden(
    'gateway-contract-sees-what-is-below',
    'gateway/src/contract/a.ts',
    imports('../edge/serve.js'),
    'edge/ in contract/',
  ),
  forbidden(
    'gateway-edge-sees-what-is-below',
    'gateway/src/edge/a.ts',
    imports('../public/host.js'),
    'public/ in edge/',
  ),
  forbidden(
    'gateway-changes-sees-what-is-below',
    'gateway/src/changes/a.ts',
    imports('../public/host.js'),
    'public/ in changes/',
  ),
  forbidden(
    'gateway-public-sees-what-is-below',
    'gateway/src/public/a.ts',
    imports('../main.js'),
    'main.js in public/',
  ),
];
