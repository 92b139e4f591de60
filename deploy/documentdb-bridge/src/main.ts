#!/usr/bin/env node
import { setTimeout as delay } from 'node:timers/promises';
import { defaultLimits } from './limits.js';
import { startBridge } from './start-bridge.js';

/**
 * Milliseconds that a stop may take. It doesn't wait for a running statement, because PostgreSQL rolls back the
 * transaction when its connection ends.
 */
const CLOSE_WITHIN_MS = 1_500;

const port = Number(process.env['BRIDGE_PORT']);
const socketDirectory = process.env['BRIDGE_POSTGRES'];
if (!Number.isInteger(port) || port <= 0 || !socketDirectory) {
  console.error('Set BRIDGE_PORT (a port of 127.0.0.1) and BRIDGE_POSTGRES (the folder of a PostgreSQL socket)');
  process.exit(1);
}

const bridge = await startBridge(port, socketDirectory, defaultLimits);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await Promise.race([bridge.close(), delay(CLOSE_WITHIN_MS)]);
    process.exit(0);
  });
}
