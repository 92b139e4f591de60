import { releaseMemoryOfStart, stopOnSignal } from '@plotline/kit/service/lifecycle';
import { networkTransports } from '@plotline/kit/service/transports';
import { startTeam } from './start.js';

const { components, log } = await startTeam(process.env, networkTransports);
stopOnSignal(components, log);
releaseMemoryOfStart();
