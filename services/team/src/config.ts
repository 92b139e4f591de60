import { readConfig, serviceSpecs } from '@plotline/kit/config';

/** The environment of the team service, or an Error that names every fault in it. */
export function readTeamConfig() {
  return readConfig(serviceSpecs);
}
