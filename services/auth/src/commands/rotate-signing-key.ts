import { createKeyring } from '@plotline/kit/keyring';
import { createRuntime } from '@plotline/kit/process/runtime';
import { readAuthConfig } from '../config.js';
import { publicationLeadMs } from '../domain/signing-key.js';
import { createStores } from '../stores.js';

// A command for the operator, with the environment of the service. It publishes a new signing key that is used two hours later. After
// a leak, `--now`: the new key signs at once, and the others are removed with all access tokens that they signed.
const config = readAuthConfig();
const runtime = await createRuntime('auth', config);
const { signingKeys } = createStores(
  runtime,
  createKeyring(config.KEY_HASH_SECRET, config.KEY_HASH_SECRET_PREVIOUS),
  createKeyring(config.AUTH_SEAL_SECRET, config.AUTH_SEAL_SECRET_PREVIOUS),
);
const isLeaked = process.argv.includes('--now');
const others = await signingKeys.list();
const activeFrom = new Date(Date.now() + (isLeaked ? 0 : publicationLeadMs));
const { id } = await signingKeys.create(activeFrom);
if (isLeaked) await signingKeys.remove(others);
process.stdout.write(`${id} signs access tokens from ${activeFrom.toISOString()} on\n`);
await runtime.databases.close();
