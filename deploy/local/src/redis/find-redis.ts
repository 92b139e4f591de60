import { findBinary } from '../find-binary.js';

/** The installed redis-server, or undefined. */
export function findRedis(environment: NodeJS.ProcessEnv): string | undefined {
  return findBinary('redis-server', environment['PATH'] ?? '');
}
