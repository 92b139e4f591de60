import { quotaSpecs, readConfig, serviceSpecs } from '@plotline/kit/service/config';
import { archiveSpecs } from '@plotline/kit/service/journal-archive';
import type { QuotaMode } from '@plotline/protos/plotline/auth/v1/quotas';
import { str } from 'envalid';

const specs = {
  ...serviceSpecs,
  ...quotaSpecs,
  ...archiveSpecs,
  AUTH_GRPC: str({ desc: 'host:port of the auth service' }),
  INVENTORY_GRPC: str({ desc: 'host:port of the inventory service' }),
  TEAM_GRPC: str({ desc: 'host:port of the team service' }),
};

/** Reads the environment of the pipeline service. Throws an error that lists every problem in it. */
export function readPipelineConfig(environment?: NodeJS.ProcessEnv) {
  return readConfig(specs, environment);
}

/** Addresses of the peers, host:port. */
export interface PeerAddresses {
  readonly AUTH_GRPC: string;
  readonly INVENTORY_GRPC: string;
  readonly TEAM_GRPC: string;
  /** By default, quotas depend on the plan. */
  readonly QUOTAS?: QuotaMode;
}
