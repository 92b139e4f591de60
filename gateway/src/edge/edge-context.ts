import type { CallerKeys } from '@plotline/kit/core/caller-keys';
import type { Limiter } from '@plotline/kit/core/limiter';
import type { Logger } from '@plotline/kit/telemetry/log';
import type { FindRoute } from '../contract/routes.js';
import type { ClientAddresses } from '../limits/client-address.js';
import type { RateLimits } from '../limits/rate-limits.js';
import type { LogOnClose } from './access-log.js';
import type { AccessTokens } from './access-tokens.js';
import type { CredentialCache } from './credential-cache.js';
import type { IdempotencyKeyRegistry } from './idempotency-keys.js';
import type { ServeRateLimitStatus } from './rate-limit-status.js';
import type { Transfers } from './transfers.js';
import type { Upstream } from './upstream.js';

/** Parts that the gateway needs to serve an operation of the API. */
export interface EdgeContext {
  readonly log: Logger;
  readonly logOnClose: LogOnClose;
  /** Keys that sign callers. */
  readonly callerKeys: CallerKeys;
  /** Time from a request's arrival to its deadline. */
  readonly budgetMs: number;
  readonly credentials: CredentialCache;
  readonly accessTokens: AccessTokens;
  readonly idempotencyKeys: IdempotencyKeyRegistry;
  readonly rateLimits: RateLimits;
  readonly addresses: ClientAddresses;
  /** Memory for request bodies of the API, with a share for each workspace. */
  readonly bodies: Limiter;
  readonly transfers: Transfers;
  readonly findRoute: FindRoute;
  readonly serveRateLimitStatus: ServeRateLimitStatus;
  getUpstream(service: string): Upstream;
}
