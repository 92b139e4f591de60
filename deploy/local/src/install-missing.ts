import { installDebianPackages } from './debian/install-debian-packages.js';
import { isDebianRoot } from './debian/is-debian-root.js';
import { MISSING_RABBITMQ, MISSING_REDIS, type MissingServer, missingServers } from './missing-server.js';
import { findRabbitmq } from './rabbitmq/find-rabbitmq.js';
import { findRedis } from './redis/find-redis.js';
import { note, timeStep } from './time-step.js';

/** The servers that are neither given in the environment nor installed. */
export function findMissing(environment: NodeJS.ProcessEnv): MissingServer[] {
  const hasRedis = environment['REDIS_URL'] || findRedis(environment);
  const hasRabbitmq = environment['AMQP_URL'] || findRabbitmq(environment);
  return [...(hasRedis ? [] : [MISSING_REDIS]), ...(hasRabbitmq ? [] : [MISSING_RABBITMQ])];
}

/**
 * Installs the servers that are missing, all in one go, where that can be done without a question.
 * @throws Error naming them and the ways out, where it cannot.
 */
export async function installMissing(environment: NodeJS.ProcessEnv, report: (line: string) => void): Promise<void> {
  const missing = findMissing(environment);
  if (missing.length === 0) return;
  if (!isDebianRoot(environment['PATH'] ?? '')) {
    throw missingServers(missing, 'They can be installed by themselves only on Debian or Ubuntu, as root.');
  }
  // Debian's packages are called like the programs.
  const packages = missing.map(({ program }) => program);
  const install = () => installDebianPackages(packages, (line) => report(note(line)));
  await timeStep(report, () => `installed ${packages.join(', ')}`, install).catch((error: unknown) => {
    throw missingServers(missing, `Installing failed: ${error instanceof Error ? error.message : String(error)}`);
  });
}
