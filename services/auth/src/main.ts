import { releaseMemoryOfStart, stopOnSignal } from '@plotline/kit/service/lifecycle';
import { networkTransports } from '@plotline/kit/service/transports';
import { startAuth } from './start.js';

const { components, log } = await startAuth(process.env, networkTransports);
stopOnSignal(components, log);
releaseMemoryOfStart();
