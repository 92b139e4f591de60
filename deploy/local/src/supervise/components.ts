import type { Component, SupervisedComponent } from './component.js';
import { SERVICE_NAMES } from './running-system.js';

/** Components of one system by name, in the order in which they were started. */
export class Components {
  readonly #components = new Map<string, Component>();

  add(component: Component): void {
    this.#components.set(component.name, component);
  }

  /** Removes a component that was stopped. */
  remove(name: string): void {
    this.#components.delete(name);
  }

  has(name: string): boolean {
    return this.#components.has(name);
  }

  /** @throws Error when there is no such component. */
  get(name: string): Component {
    const component = this.#components.get(name);
    if (component === undefined)
      throw new Error(`no component is called ${name}; the components are ${[...this.#components.keys()].join(', ')}`);
    return component;
  }

  /** @throws Error when the launcher didn't start the component and therefore can't stop it. */
  supervised(name: string): SupervisedComponent {
    const component = this.get(name);
    if (!isSupervised(component)) throw new Error(`${name} (${component.origin}) is not supervised here`);
    return component;
  }

  /** Returns a name for a further instance of a program: `pipeline-2`, `pipeline-3`, …. */
  createInstanceName(program: string): string {
    let number = 2;
    while (this.#components.has(`${program}-${number}`)) number += 1;
    return `${program}-${number}`;
  }

  processIds(): number[] {
    return [...new Set([...this.#components.values()].flatMap((component) => component.processIds()))];
  }

  /**
   * Stops the gateways, then all service instances at the same time. A single process that runs both stops them in the
   * same order.
   */
  async stopPrograms(): Promise<void> {
    await Promise.all(this.#group('gateway').map((component) => component.stop()));
    await Promise.all(this.#group('service').map((component) => component.stop()));
  }

  /**
   * Stops everything, the stores last.
   * @throws AggregateError when a store could not be stopped. By then, all other components have stopped.
   */
  async stop(): Promise<void> {
    await this.stopPrograms();
    const outcomes = await Promise.allSettled(this.#group('store').map((component) => component.stop()));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures, 'not every component could be stopped');
  }

  #group(group: ComponentGroup): Component[] {
    return [...this.#components.values()].filter((component) => toGroup(component.name) === group);
  }
}

type ComponentGroup = 'gateway' | 'service' | 'store';

/** Treats `pipeline-2` and `pipeline-dev` as services like `pipeline`. */
function toGroup(name: string): ComponentGroup {
  const [program] = name.split('-');
  if (program === 'gateway') return 'gateway';
  return SERVICE_NAMES.some((service) => service === program) ? 'service' : 'store';
}

function isSupervised(component: Component): component is SupervisedComponent {
  return 'kill' in component && 'hold' in component && 'release' in component && 'whenReady' in component;
}
