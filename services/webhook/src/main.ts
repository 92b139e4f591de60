import { releaseMemoryOfStart, stopOnSignal } from '@plotline/kit/service/lifecycle';
import { networkTransports } from '@plotline/kit/service/transports';
import { startWebhook } from './start.js';

const { components, log } = await startWebhook(process.env, networkTransports);
stopOnSignal(components, log);
releaseMemoryOfStart();
