import { layFoundation } from '@plotline/kit/foundation';
import { stopOnSignal } from '@plotline/kit/lifecycle';
import { startService } from '@plotline/kit/service';
import { readWebhookConfig } from './config.js';
import { createContext } from './context.js';
import { partsOf } from './server.js';

const config = readWebhookConfig();
const foundation = await layFoundation('webhook', config);
const context = createContext(foundation, {
  allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
  keyMaterial: config.WEBHOOK_SECRET_KEY || config.INTERNAL_SECRET,
});
stopOnSignal(await startService(foundation, config, partsOf(context)), foundation.log);
