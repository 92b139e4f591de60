import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import type { RpcCallers } from '@plotline/kit/rpc/server';
import { callerKeysOf } from './caller-keys.js';

/** Peer whose calls are signed by a program that may make them, or by an operator if no program may make them. */
export function createAllowedPeer(name: string, address: string, callers: RpcCallers): Peer {
  const peers = new Map<string, Peer>();
  const open = (program: string): Peer => {
    const callerKeys = callerKeysOf(program);
    const peer = peers.get(program) ?? createPeer({ name, address, callerKeys, timeoutMs: 15_000 });
    peers.set(program, peer);
    return peer;
  };
  return {
    call: (method, request, context) => open(callers[method.path]?.[0] ?? 'operator').call(method, request, context),
    close: () => {
      for (const peer of peers.values()) peer.close();
    },
  };
}
