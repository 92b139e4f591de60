import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/process/release-memory';
import { startGatewayUnit } from './start.js';

const { components, log } = await startGatewayUnit(process.env);
stopOnSignal(components, log);
releaseMemoryOfStart();
