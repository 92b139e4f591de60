import { createKeyring } from '@plotline/kit/core/secrets';
import { resealCommand, runReseal } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import { runCommand } from '@plotline/kit/service/command-line';
import { createRuntime } from '@plotline/kit/service/runtime';
import { readConnectConfig } from '../config.js';
import { createSeals } from '../connections/model/seals.js';
import { createSealedFields } from '../connections/store/sealed-fields.js';

// The operator runs this with the service's environment. See deploy/runbooks/rotate-a-secret.md.
await runCommand({
  ...resealCommand,
  run: async () => {
    const config = readConnectConfig();
    const runtime = await createRuntime('connect', config);
    try {
      const sealKeys = createKeyring(config.CONNECT_SEAL_SECRET, config.CONNECT_SEAL_SECRET_PREVIOUS);
      return await runReseal(createSealedFields(runtime, createSeals(sealKeys), sealKeys));
    } finally {
      await runtime.databases.close();
    }
  },
});
