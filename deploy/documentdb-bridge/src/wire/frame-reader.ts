/** Error for bytes that don't follow the wire protocol. The connection that sent them is closed. */
export class MalformedMessage extends Error {}

/** Limit that `hello` reports to clients. It equals mongod's limit. */
export const MAX_MESSAGE_BYTES = 48_000_000;
const HEADER_BYTES = 16;

/**
 * Splits a socket's bytes into whole messages of the wire protocol. Joins bytes only once, when a message is complete.
 */
export class FrameReader {
  #chunks: Buffer[] = [];
  #buffered = 0;

  /**
   * Returns the messages that `chunk` completes, in order.
   * @throws MalformedMessage when a length is impossible. The reader is unusable afterwards.
   */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    const messages: Buffer[] = [];
    for (let message = this.#take(); message !== undefined; message = this.#take()) messages.push(message);
    return messages;
  }

  #take(): Buffer | undefined {
    if (this.#buffered < 4) return undefined;
    const length = this.#joined(4).readInt32LE(0);
    if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) throw new MalformedMessage(`length ${length}`);
    if (this.#buffered < length) return undefined;
    const bytes = this.#joined(this.#buffered);
    this.#chunks = bytes.length > length ? [bytes.subarray(length)] : [];
    this.#buffered -= length;
    return bytes.subarray(0, length);
  }

  /** Joins the buffered bytes if the first chunk has fewer than `bytes`. */
  #joined(bytes: number): Buffer {
    const first = this.#chunks[0];
    if (first !== undefined && first.length >= bytes) return first;
    const whole = Buffer.concat(this.#chunks);
    this.#chunks = [whole];
    return whole;
  }
}
