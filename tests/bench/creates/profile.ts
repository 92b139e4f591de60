import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'undici';

/** Port of a Node process's inspector after SIGUSR1, if the port is free. */
const inspectorUrl = 'http://127.0.0.1:9229/json/list';

/** Sends commands to a process's inspector. Inspects one process at a time. */
async function openInspector(processId: number) {
  process.kill(processId, 'SIGUSR1');
  await sleep(500);
  const described = await (await fetch(inspectorUrl)).text();
  const socket = new WebSocket(/ws:[^"]+/.exec(described)?.[0] ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  let last = 0;
  const call = (method: string, params: object = {}) => {
    last += 1;
    const id = last;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise<{ readonly profile?: unknown }>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data));
        if (answer.id === id) resolve(answer.result ?? {});
      });
    });
  };
  return { call, close: () => socket.close() };
}

/** Profiles a Node process during the work. Writes a file for browsers' developer tools. */
export async function profile(processId: number, file: string, work: () => Promise<void>): Promise<void> {
  const { call, close } = await openInspector(processId);
  await call('Profiler.enable');
  await call('Profiler.start');
  await work();
  const { profile: taken } = await call('Profiler.stop');
  await writeFile(file, JSON.stringify(taken));
  const evaluated = { expression: "require('node:inspector').close()", includeCommandLineAPI: true };
  void call('Runtime.evaluate', evaluated);
  await sleep(300);
  close();
}
