import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answered, ComparedSide } from '../compare-sides.js';
import type { SystemLoad } from './loads.js';
import type { StoreOrder, StoreRound } from './store-process.js';

/** Name of the side in the processor times. */
export const storeProgram = 'one process';

/** Process that does the work. */
export interface SystemSide extends ComparedSide {
  ask(load: SystemLoad, seconds: number): Promise<Answered>;
}

export interface StoreSide extends SystemSide {
  /** Process ids by the name of the program. */
  readonly programs: Readonly<Record<string, readonly number[]>>;
  stop(): void;
}

/** Sends a message and waits for its answer. */
async function askProcess(child: ChildProcess, message: StoreOrder | StoreRound): Promise<Answered> {
  const ended = new AbortController();
  const onExit = () => ended.abort(new Error('The process that has the store functions ended.'));
  child.once('exit', onExit);
  child.send(message);
  const timer = setTimeout(onExit, 60_000);
  try {
    const [answer]: Answered[] = await once(child, 'message', { signal: ended.signal });
    if (!answer) throw new Error('The process that has the store functions sent no answer.');
    return answer;
  } finally {
    clearTimeout(timer);
    child.off('exit', onExit);
  }
}

/** Starts the store functions in one process, on the databases of the running system. */
export async function startStoreSide(order: StoreOrder): Promise<StoreSide> {
  const child = fork(fileURLToPath(new URL('./store-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = () => void child.kill('SIGKILL');
  try {
    await askProcess(child, order);
  } catch (error) {
    stop();
    throw error;
  }
  return {
    name: 'one process',
    owns: () => true,
    programs: { [storeProgram]: child.pid === undefined ? [] : [child.pid] },
    ask: (load, seconds) => askProcess(child, { load, seconds }),
    stop,
  };
}
