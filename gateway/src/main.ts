import { releaseMemoryOfStart, stopOnSignal } from '@plotline/kit/service/lifecycle';
import { startGatewayUnit } from './start.js';

const { components, log } = await startGatewayUnit(process.env);
stopOnSignal(components, log);
releaseMemoryOfStart();
