import { setTimeout as delay } from 'node:timers/promises';
import type { Document } from 'bson';
import { askServer } from '../ask-server.js';

export const REPLICA_SET = 'plotline';

const ALREADY_INITIALIZED = 23;
const ASK_AGAIN_MS = 100;

/**
 * Makes the server on `port` a replica set of one, unless it is, and waits until it takes writes. A set that was made on
 * another port is told the new one.
 * @throws Error with the server's answer, or the abort reason of `deadline`.
 */
export async function initiateReplicaSet(port: number, deadline: AbortSignal): Promise<void> {
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
  const initiated = await askServer(port, { replSetInitiate: { _id: REPLICA_SET, members } }, deadline);
  if (initiated['ok'] !== 1 && initiated['code'] !== ALREADY_INITIALIZED) throw refused('replSetInitiate', initiated);
  if (initiated['ok'] !== 1) await moveMember(port, members, deadline);
  while ((await askServer(port, { hello: 1 }, deadline))['isWritablePrimary'] !== true) {
    deadline.throwIfAborted();
    await delay(ASK_AGAIN_MS);
  }
}

async function moveMember(port: number, members: Document[], deadline: AbortSignal): Promise<void> {
  const reply = await askServer(port, { replSetGetConfig: 1 }, deadline);
  const config: Document = reply['config'] ?? {};
  const [member]: Document[] = config['members'] ?? [];
  if (member?.['host'] === members[0]?.['host']) return;
  const moved = { ...config, version: Number(config['version']) + 1, members };
  const answer = await askServer(port, { replSetReconfig: moved, force: true }, deadline);
  if (answer['ok'] !== 1) throw refused('replSetReconfig', answer);
}

function refused(command: string, answer: Document): Error {
  return new Error(`mongod refused ${command}: ${String(answer['errmsg'])}`);
}
