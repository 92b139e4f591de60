interface Stoppable {
  stop(): unknown;
}

function registerHooks<T extends Stoppable>(
  start: () => Promise<T>,
  startHook: Mocha.HookFunction,
  stopHook: Mocha.HookFunction,
): () => T {
  let started: T | undefined;
  startHook(async () => {
    started = await start();
  });
  stopHook(async () => {
    await started?.stop();
    started = undefined;
  });
  return () => {
    if (started === undefined) throw new Error('The fixture is available in hooks and tests only.');
    return started;
  };
}

/**
 * Registers hooks that start a fixture before the suite's tests and stop it after them. Returns a function that returns
 * the fixture.
 */
export function useFixture<T extends Stoppable>(start: () => Promise<T>): () => T {
  return registerHooks(start, before, after);
}

/**
 * Registers hooks that start a fixture before each test and stop it afterwards. Returns a function that returns the
 * fixture.
 */
export function useFixturePerTest<T extends Stoppable>(start: () => Promise<T>): () => T {
  return registerHooks(start, beforeEach, afterEach);
}
