import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, RECURSION_AVAILABLE } from 'dns-packet';

/**
 * UDP name server on 127.0.0.1. Tests can change its names, which behave as a headless Service does when pods are added
 * and removed.
 */
export interface NameServer {
  /** `127.0.0.1:5300` */
  readonly address: string;
  /** Number of addresses requested so far. */
  readonly questionCount: number;
  /** From now on, the name has these IPv4 addresses. Without addresses, the name does not exist. */
  set(name: string, addresses: readonly string[]): void;
  stop(): Promise<void>;
}

/** `isSilentFor` selects query types that get no answer. Some name servers and firewalls do this to AAAA queries. */
export async function startNameServer({ isSilentFor }: { readonly isSilentFor?: 'AAAA' } = {}): Promise<NameServer> {
  const names = new Map<string, readonly string[]>();
  let questionCount = 0;
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    questionCount += questions.length;
    if (questions.some(({ type }) => type === isSilentFor)) return;
    const answers = questions.flatMap(({ name, type }) =>
      type === 'A' ? (names.get(name) ?? []).map((data) => ({ type, name, ttl: 0, data })) : [],
    );
    const notFound = 3;
    const flags = RECURSION_AVAILABLE | (questions.some(({ name }) => names.has(name)) ? 0 : notFound);
    socket.send(
      encode({ type: 'response', ...(id === undefined ? {} : { id }), flags, questions, answers }),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    get questionCount() {
      return questionCount;
    },
    set: (name, addresses) => void (addresses.length > 0 ? names.set(name, addresses) : names.delete(name)),
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
