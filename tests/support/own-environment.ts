/** Machine's environment without addresses of stores that are not the tests' own. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const { MONGO_URL: _mongo, AMQP_URL: _amqp, REDIS_URL: _redis, ...rest } = process.env;
  return rest;
}

/** The same for stores whose data the run removes: tests kill their processes, but no machine crashes. */
export function passingEnvironment(): NodeJS.ProcessEnv {
  return { ...ownEnvironment(), PLOTLINE_FLUSH: 'off' };
}
