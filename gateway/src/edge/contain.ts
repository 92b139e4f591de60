/** Something that can be ended by an error, such as the context of a request. */
interface Failable {
  readonly fail: (error: unknown) => void;
}

/**
 * Wraps a listener or timer of one request, so that an error in `callback` only ends that request. An uncaught error
 * would end the process and with it everybody's requests. Wrap every listener and timer of the gateway with this
 * function.
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
