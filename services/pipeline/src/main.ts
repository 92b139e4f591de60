import { releaseMemoryOfStart, stopOnSignal } from '@plotline/kit/service/lifecycle';
import { networkTransports } from '@plotline/kit/service/transports';
import { startPipeline } from './start.js';

const { components, log } = await startPipeline(process.env, networkTransports);
stopOnSignal(components, log);
releaseMemoryOfStart();
