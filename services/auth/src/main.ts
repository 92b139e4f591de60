import { stopOnSignal } from '@plotline/kit/service/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/service/release-memory';
import { networkTransports } from '@plotline/kit/service/transports';
import { startAuth } from './start.js';

const { components, log } = await startAuth(process.env, networkTransports);
stopOnSignal(components, log);
releaseMemoryOfStart();
