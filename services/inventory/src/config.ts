import { quotaSpecs, readConfig, serviceSpecs } from '@plotline/kit/service/config';
import { archiveSpecs } from '@plotline/kit/service/journal-archive';
import { str } from 'envalid';

/** Reads the environment of the inventory service. Throws an error that lists all invalid variables. */
export function readInventoryConfig(environment?: NodeJS.ProcessEnv) {
  const specs = {
    ...serviceSpecs,
    ...quotaSpecs,
    ...archiveSpecs,
    PIPELINE_GRPC: str({ desc: 'host:port of the pipeline service' }),
    TEAM_GRPC: str({ desc: 'host:port of the team service' }),
  };
  return readConfig(specs, environment);
}
