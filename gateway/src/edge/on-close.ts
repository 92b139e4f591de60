import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Step = () => void;

/** What ends the requests of a connection that are not over. */
const endsByConnection = new WeakMap<Socket, Set<Step>>();

function watchConnection(socket: Socket): Set<Step> {
  const present = endsByConnection.get(socket);
  if (present) return present;
  const ends = new Set<Step>();
  endsByConnection.set(socket, ends);
  socket.once('close', () => {
    for (const end of ends) end();
  });
  return ends;
}

/**
 * Makes the function that registers steps to run once when the request is over, which must not throw: when its response is closed, or
 * its connection. Node 20 does not close a response that waits for those of earlier requests of its connection when the
 * connection is closed. A step that is registered after that runs at once.
 */
export function createOnClose({ socket }: IncomingMessage, response: ServerResponse): (step: Step) => void {
  const ends = watchConnection(socket);
  const steps: Step[] = [];
  let isOver = socket.closed || response.closed;
  const end = () => {
    isOver = true;
    ends.delete(end);
    for (const step of steps.splice(0)) step();
  };
  if (!isOver) {
    ends.add(end);
    response.once('close', end);
  }
  return (step) => {
    if (isOver) step();
    else steps.push(step);
  };
}
