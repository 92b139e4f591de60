import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/process/release-memory';
import { networkTransports } from '@plotline/kit/process/transports';
import { startTransfer } from './start.js';

const { components, log } = await startTransfer(process.env, networkTransports);
stopOnSignal(components, log);
releaseMemoryOfStart();
