// Replaces a service or the gateway. Answers 200, and appends its end to the file that ORDER_FILE names.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { HTTP_PORT, PRIVATE_PORT, ORDER_FILE, PROGRAM, NEVER_READY } = process.env;
const server = createServer((_request, response) => {
  response.statusCode = NEVER_READY ? 503 : 200;
  response.end(JSON.stringify(process.env));
});
server.listen(Number(HTTP_PORT ?? PRIVATE_PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  appendFileSync(ORDER_FILE, `${PROGRAM}\n`);
  process.exit(0);
});
