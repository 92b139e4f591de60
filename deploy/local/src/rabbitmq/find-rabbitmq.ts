import { findBinary } from '../find-binary.js';

/** The programs that a private broker is made of. */
export interface RabbitmqPrograms {
  readonly server: string;
  readonly epmd: string;
}

/**
 * The installed broker, or undefined. Debian's /usr/sbin/rabbitmq-server is passed over for the script behind it: the
 * wrapper insists on its system user, who can neither be asked for without root nor enter a private checkout.
 */
export function findRabbitmq(environment: NodeJS.ProcessEnv): RabbitmqPrograms | undefined {
  const searchPath = environment['PATH'] ?? '';
  const server =
    findBinary('rabbitmq-server', '', ['/usr/lib/rabbitmq/bin']) ??
    findBinary('rabbitmq-server', searchPath, ['/usr/local/sbin', '/opt/homebrew/sbin', '/usr/sbin']);
  const epmd = findBinary('epmd', searchPath, ['/usr/bin', '/usr/lib/erlang/bin', '/opt/homebrew/bin']);
  return server && epmd ? { server, epmd } : undefined;
}
