import { createServer } from 'node:http';
import { listenAnywhere } from '../../support/listen-anywhere.js';

/** Collector that reads and discards all data. Reports its port in a message. */
const server = createServer((request, response) => {
  request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{}'));
});
process.send?.(await listenAnywhere(server));
process.once('disconnect', () => process.exit());
