import { readConfig, serviceSpecs } from '@plotline/kit/service/config';
import { str } from 'envalid';

/** Reads the environment of the team service. Throws an error that lists all invalid variables. */
export function readTeamConfig(environment?: NodeJS.ProcessEnv) {
  return readConfig(
    {
      ...serviceSpecs,
      AUTH_GRPC: str({ desc: 'host:port of the auth service' }),
      PIPELINE_GRPC: str({ desc: 'host:port of the pipeline service' }),
    },
    environment,
  );
}
