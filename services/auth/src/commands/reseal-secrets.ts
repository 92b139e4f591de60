import { createKeyring } from '@plotline/kit/keyring';
import { runReseal } from '@plotline/kit/maintenance/run-reseal';
import { createRuntime } from '@plotline/kit/process/runtime';
import { createSealedFields } from '../accounts/sealed-fields.js';
import { readAuthConfig } from '../config.js';

// A command for the operator, with the environment of the service: deploy/runbooks/rotate-a-secret.md.
const config = readAuthConfig();
const runtime = await createRuntime('auth', config);
const sealKeys = createKeyring(config.AUTH_SEAL_SECRET, config.AUTH_SEAL_SECRET_PREVIOUS);
await runReseal(runtime, createSealedFields({ runtime, sealKeys }));
