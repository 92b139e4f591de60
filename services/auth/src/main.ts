import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/process/release-memory';
import { networkTransports } from '@plotline/kit/process/transports';
import { startAuth } from './start.js';

const { components, log } = await startAuth(process.env, networkTransports);
stopOnSignal(components, log);
releaseMemoryOfStart();
