import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes of all that is still referred to. */
export function measureHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
