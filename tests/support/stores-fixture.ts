import { recordAnswers } from './secrets/record-answers.js';
import { readGivenStores } from './shared-system.js';
import { type StartedStores, startTestStores } from './start-test-stores.js';
import { setStores } from './test-stores.js';

let own: StartedStores | undefined;

/** Before the first test: the stores that the runner has started for the tier, else some of this run's own. */
export async function mochaGlobalSetup(): Promise<void> {
  const given = readGivenStores();
  if (given) setStores(given);
  else {
    own = await startTestStores();
    setStores(own.stores);
  }
  // Each test has an authorization server of its own; what it is asked for tells it from other services.
  recordAnswers(({ pathname }) => /^\/(auth|oauth)\//.test(pathname));
}

/** After the last test: nothing of this run's own is left, neither processes nor data. */
export async function mochaGlobalTeardown(): Promise<void> {
  await own?.stop();
}
