import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Step = () => void;

/** Steps to run for the open requests of a connection when the connection is closed. */
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
 * Creates the function that registers steps to run once when the request ends: when its response or its connection is
 * closed. A step must not throw. If the request has already ended, the step runs immediately.
 *
 * The connection is watched too. When a connection is closed, Node 20 doesn't close responses that wait for earlier
 * responses on that connection.
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
