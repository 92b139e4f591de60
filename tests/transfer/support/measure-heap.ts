import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the number of bytes in all referenced objects. */
export function measureHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
