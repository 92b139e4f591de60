/** What ends a request, such as its context. */
interface Failable {
  readonly fail: (error: unknown) => void;
}

/**
 * Makes a listener or timer of one request: what `callback` throws ends that request. Uncaught it would end the process, and
 * with it the requests of everybody. Every listener and timer of the gateway is made by this.
 */
export function contain<Arguments extends readonly unknown[]>(
  { fail }: Failable,
  callback: (...args: Arguments) => unknown,
): (...args: Arguments) => void {
  return (...args) => {
    try {
      callback(...args);
    } catch (error) {
      fail(error);
    }
  };
}
