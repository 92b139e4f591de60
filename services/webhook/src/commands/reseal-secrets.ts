import { createKeyring } from '@plotline/kit/core/secrets';
import { resealCommand, runReseal } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import { runCommand } from '@plotline/kit/service/command-line';
import { createRuntime } from '@plotline/kit/service/runtime';
import { createSealedFields } from '../channels/store/sealed-fields.js';
import { createChatUrls } from '../channels/work/chat-urls.js';
import { createSecrets } from '../channels/work/signing.js';
import { readWebhookConfig } from '../config.js';

// The operator runs this with the service's environment. See deploy/runbooks/rotate-a-secret.md.
await runCommand({
  ...resealCommand,
  run: async () => {
    const config = readWebhookConfig();
    const runtime = await createRuntime('webhook', config);
    try {
      const sealKeys = createKeyring(config.WEBHOOK_SEAL_SECRET, config.WEBHOOK_SEAL_SECRET_PREVIOUS);
      const seals = { secrets: createSecrets(sealKeys), chatUrls: createChatUrls(sealKeys) };
      return await runReseal(createSealedFields(runtime, { ...seals, sealKeys }));
    } finally {
      await runtime.databases.close();
    }
  },
});
