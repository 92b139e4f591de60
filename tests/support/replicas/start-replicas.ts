import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../free-port.js';
import { lookUpAt } from './look-up.mjs';
import { startNameServer } from './name-server.js';

const script = fileURLToPath(new URL('./replica-process.ts', import.meta.url));

/** Process that serves on its own loopback address. */
export interface Replica {
  readonly address: string;
  /** Number of open HTTP connections. */
  countConnections(): Promise<number>;
  /** Stops the process as an operator does, and resolves once the process has ended. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Freezes the process, with its connections open, until `thaw` is called or the process ends. */
  freeze(): void;
  thaw(): void;
}

/** Processes of one service under one name, and the name server that this process uses. */
export interface Replicas {
  /** HTTP address. */
  readonly url: string;
  /** gRPC address. */
  readonly target: string;
  readonly all: readonly Replica[];
  /** Gives the name these addresses. */
  publish(...addresses: readonly string[]): void;
  stop(): Promise<void>;
}

async function startReplica(address: string, ports: readonly number[], maxConnectionAgeMs: number): Promise<Replica> {
  const args = [address, ...ports, maxConnectionAgeMs].map(String);
  const child: ChildProcess = fork(script, args, { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    address,
    countConnections: async () => {
      const answer = once(child, 'message');
      child.send('connections');
      return Number((await answer)[0]);
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

/**
 * Starts a process for each maximum connection age, on 127.0.0.2, 127.0.0.3 and so on. The name has no addresses yet.
 */
export async function startReplicas(...maxConnectionAgesMs: readonly number[]): Promise<Replicas> {
  const names = await startNameServer();
  const restore = lookUpAt(names.address);
  const ports = await freePorts(2);
  const name = 'replicas.test';
  const all = await Promise.all(
    maxConnectionAgesMs.map((maxAgeMs, place) => startReplica(`127.0.0.${2 + place}`, ports, maxAgeMs)),
  );
  return {
    url: `http://${name}:${ports[0]}`,
    target: `dns:///${name}:${ports[1]}`,
    all,
    publish: (...addresses) => names.set(name, addresses),
    stop: async () => {
      restore();
      await Promise.all(all.map((replica) => replica.kill()));
      await names.stop();
    },
  };
}
