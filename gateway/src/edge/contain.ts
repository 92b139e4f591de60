/** Something that can be ended by an error, such as the context of a request. */
interface Failable {
  readonly fail: (error: unknown) => void;
}

/**
 * Wraps a listener or timer of one request: an error in `callback` ends that request. Uncaught, it would end the
 * process and everybody's requests. Every listener and timer of the gateway is made by this function.
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
