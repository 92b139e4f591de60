/** The machine's environment, without addresses of stores that don't belong to the tests. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const { MONGO_URL: _mongo, AMQP_URL: _amqp, REDIS_URL: _redis, ...rest } = process.env;
  return rest;
}

/**
 * The environment for stores whose data the run removes. They don't flush to disk, because tests kill processes but
 * never crash the machine.
 */
export function passingEnvironment(): NodeJS.ProcessEnv {
  return { ...ownEnvironment(), PLOTLINE_FLUSH: 'off' };
}
