import { releaseMemoryOfStart, stopOnSignal } from '@plotline/kit/service/lifecycle';
import { networkTransports } from '@plotline/kit/service/transports';
import { startInventory } from './start.js';

const { components, log } = await startInventory(process.env, networkTransports);
stopOnSignal(components, log);
releaseMemoryOfStart();
