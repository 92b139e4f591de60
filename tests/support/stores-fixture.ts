import { recordAnswers } from './secrets/record-answers.js';
import { readGivenStores } from './shared-system.js';
import { type StartedStores, startTestStores } from './start-test-stores.js';
import { setStores } from './test-stores.js';

let own: StartedStores | undefined;

/** Before the first test, uses the runner's stores. If there are none, starts stores for this run. */
export async function mochaGlobalSetup(): Promise<void> {
  const given = readGivenStores();
  if (given) setStores(given);
  else {
    own = await startTestStores();
    setStores(own.stores);
  }
  // Each test has its own authorization server. Its paths distinguish it from other services.
  recordAnswers(({ pathname }) => /^\/(auth|oauth)\//.test(pathname));
}

/** Removes all processes and data of this run after the last test. */
export async function mochaGlobalTeardown(): Promise<void> {
  await own?.stop();
}
