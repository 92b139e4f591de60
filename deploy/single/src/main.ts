import { LocalDispatcher } from '@plotline/gateway/edge/local-dispatcher';
import { startGatewayUnit } from '@plotline/gateway/start';
import { releaseMemoryOfStart, stopInOrder, stopOnSignal } from '@plotline/kit/service/lifecycle';
import { Switchboard } from '@plotline/kit/service/transports';
import { createLog } from '@plotline/kit/telemetry/log';
import { startTracing } from '@plotline/kit/telemetry/start-tracing';
import { readSingleConfig } from './config.js';
import { toUnitEnvironment } from './unit-environment.js';
import { services } from './units.js';

/**
 * All services stop at the same time, as if they were separate processes. Each part of a service has its own time
 * limit.
 */
const stopServicesMs = 60_000;

const config = readSingleConfig(process.env);
const log = createLog('single', config.LOG_LEVEL);
// Starts before all units and stops after them, so that it records all units.
const tracing = await startTracing('single', config, log);
const switchboard = new Switchboard();
const started = await Promise.all(
  services.map(({ name, start }) => start(toUnitEnvironment(process.env, name), switchboard)),
);
// Starts last, because it accepts requests immediately.
const gateway = await startGatewayUnit(toUnitEnvironment(process.env, 'gateway'), {
  openChannel: switchboard.openChannel,
  openDispatcher: (service) => new LocalDispatcher(() => switchboard.findServer(service)),
});
const stopServices = () => Promise.all(started.map((unit) => stopInOrder(unit.components, unit.log)));
stopOnSignal(
  [...gateway.components, { name: 'services', stop: stopServices, timeoutMs: stopServicesMs }, ...tracing],
  log,
);
releaseMemoryOfStart();
