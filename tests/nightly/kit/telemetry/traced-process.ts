import { createRequire } from 'node:module';
import { readConfig } from '@plotline/kit/service/config';
import { stopOnSignal } from '@plotline/kit/service/lifecycle';
import { createLog } from '@plotline/kit/telemetry/log';
import { startRequestSpan } from '@plotline/kit/telemetry/span';
import { startTracing, tracingSpecs } from '@plotline/kit/telemetry/start-tracing';

/**
 * `traced-process.ts COUNT` starts tracing as a program does, ends COUNT request spans, and reports the loaded modules
 * of OpenTelemetry's SDK. Then it waits for SIGTERM.
 */
const count = Number(process.argv[2]);
const log = createLog('traced', 'info');
const tracing = await startTracing('traced', readConfig(tracingSpecs), log);
stopOnSignal([{ name: 'work', stop: () => undefined }, ...tracing], log);
for (let index = 0; index < count; index += 1) {
  startRequestSpan(undefined, () => ({ name: 'GET /things/{id}', kind: 'server', attributes: { index } })).end();
}
const loaded = Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('@opentelemetry'));
const packages = new Set(loaded.map((path) => path.replace(/^.*@opentelemetry\/([^/]+).*$/, '$1')));
process.send?.([...packages]);
setInterval(() => undefined, 60_000);
