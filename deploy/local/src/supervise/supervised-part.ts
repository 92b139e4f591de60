import type { SupervisedPart } from '../part.js';
import type { SupervisedProcess } from './supervise-process.js';

export interface SupervisedPartDescription {
  readonly name: string;
  readonly url: string;
  readonly origin: string;
  /** The process that serves. */
  readonly process: SupervisedProcess;
  /** Processes that it needs beside it; they run on while it is held and are stopped after it. */
  readonly helpers?: readonly SupervisedProcess[];
}

/** Presents supervised processes as one part. */
export function supervisedPart(description: SupervisedPartDescription): SupervisedPart {
  const { name, url, origin, process: main, helpers = [] } = description;
  return {
    name,
    url,
    origin,
    processIds: () => [main, ...helpers].map((one) => one.processId()).filter((id) => id !== undefined),
    async stop() {
      await main.stop();
      await Promise.all(helpers.map((helper) => helper.stop()));
    },
    kill: () => main.kill(),
    hold: () => main.stop(),
    release: () => main.start(),
    whenReady: (deadline) => main.whenReady(deadline),
  };
}
