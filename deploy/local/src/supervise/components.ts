import type { Part, SupervisedPart } from './part.js';
import { SERVICE_NAMES } from './running-system.js';

/** The parts of one system by name, in the order in which they were started. */
export class Parts {
  readonly #parts = new Map<string, Part>();

  add(part: Part): void {
    this.#parts.set(part.name, part);
  }

  /** @throws Error when there is no such part. */
  get(name: string): Part {
    const part = this.#parts.get(name);
    if (part === undefined)
      throw new Error(`no part is called ${name}; there are ${[...this.#parts.keys()].join(', ')}`);
    return part;
  }

  /** @throws Error when the part cannot be taken down, because it was not started here. */
  supervised(name: string): SupervisedPart {
    const part = this.get(name);
    if (!isSupervised(part)) throw new Error(`${name} (${part.origin}) is not supervised here`);
    return part;
  }

  /** A name for a further instance of a service: `pipeline-2`, `pipeline-3`, …. */
  nextInstanceName(service: string): string {
    let number = 2;
    while (this.#parts.has(`${service}-${number}`)) number += 1;
    return `${service}-${number}`;
  }

  processIds(): number[] {
    return [...this.#parts.values()].flatMap((part) => part.processIds());
  }

  /** Stops the gateway, then all instances of the services at once. */
  async stopPrograms(): Promise<void> {
    await Promise.all(this.#group('gateway').map((part) => part.stop()));
    await Promise.all(this.#group('service').map((part) => part.stop()));
  }

  /**
   * Stops everything, the stores last.
   * @throws AggregateError when a store could not be stopped; the others have been.
   */
  async stop(): Promise<void> {
    await this.stopPrograms();
    const outcomes = await Promise.allSettled(this.#group('store').map((part) => part.stop()));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures, 'not every part could be stopped');
  }

  #group(group: PartGroup): Part[] {
    return [...this.#parts.values()].filter((part) => groupOf(part.name) === group);
  }
}

type PartGroup = 'gateway' | 'service' | 'store';

/** `pipeline-2` is a service like `pipeline`. */
function groupOf(name: string): PartGroup {
  if (name === 'gateway') return 'gateway';
  return SERVICE_NAMES.some((service) => service === name.split('-')[0]) ? 'service' : 'store';
}

function isSupervised(part: Part): part is SupervisedPart {
  return 'kill' in part && 'hold' in part && 'release' in part && 'whenReady' in part;
}
