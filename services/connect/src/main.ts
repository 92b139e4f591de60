import { releaseMemoryOfStart, stopOnSignal } from '@plotline/kit/service/lifecycle';
import { networkTransports } from '@plotline/kit/service/transports';
import { startConnect } from './start.js';

const { components, log } = await startConnect(process.env, networkTransports);
stopOnSignal(components, log);
releaseMemoryOfStart();
