import { queryObjects } from 'node:v8';
import { startReceiver } from '../../support/receiver.js';
import { createSender } from './sending.js';

/**
 * `count-left-in-signal.ts` prints how many objects 50 requests leave behind in a signal that outlives them. Runs in
 * its own process, because counting visits the whole heap. In a suite's process, that would take seconds.
 */
const { signal } = new AbortController();
const receiver = await startReceiver();
const sendRequest = createSender({ timeoutMs: 10_000 });

async function send(): Promise<void> {
  const request = { workspaceId: 'ws_1', url: receiver.url, headers: {}, body: '{}' };
  for (let count = 0; count < 50; count += 1) await sendRequest(request, signal);
}

function countLeft(): number {
  return queryObjects(AbortSignal, { format: 'count' }) + queryObjects(WeakRef, { format: 'count' });
}

await send();
const before = countLeft();
await send();
process.stdout.write(`${countLeft() - before}\n`);
await receiver.stop();
process.exit();
