import { stopOnSignal } from '@plotline/kit/service/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/service/release-memory';
import { startGatewayUnit } from './start.js';

const { components, log } = await startGatewayUnit(process.env);
stopOnSignal(components, log);
releaseMemoryOfStart();
