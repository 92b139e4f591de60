import { releaseMemoryOfStart, stopOnSignal } from '@plotline/kit/service/lifecycle';
import { networkTransports } from '@plotline/kit/service/transports';
import { startTransfer } from './start.js';

const { components, log } = await startTransfer(process.env, networkTransports);
stopOnSignal(components, log);
releaseMemoryOfStart();
