/** Something that an error can end, such as the context of a request. */
interface Failable {
  readonly fail: (error: unknown) => void;
}

/**
 * Wraps a listener or timer of one request, so that an error in `callback` only ends that request. An uncaught error
 * would end the process, and every other request with it. Wrap every listener and timer of the gateway with this
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
