import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Step = () => void;

/** Steps to run for the open requests of a connection when it is closed. */
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
 * Creates the function that registers steps to run once when the request is over: when its response or its connection
 * is closed. A step must not throw. It runs immediately if the request is already over.
 *
 * The connection is watched too, because Node 20 does not close a response that waits for earlier responses of its
 * connection when that connection is closed.
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
