import { MalformedMessage } from './wire/malformed-message.js';
import type { DocumentSequence, WireMessage } from './wire/parse-message.js';
import {
  type RawElement,
  readBinary,
  readBoolean,
  readDocument,
  readElements,
  readNumber,
  readString,
} from './wire/raw-document.js';

/** A transaction as a command names it: `session` is the hexadecimal id of the client's session. */
export interface TransactionReference {
  readonly session: string;
  readonly number: bigint;
  readonly starts: boolean;
}

/** A command of which only the envelope was decoded; the rest stays in `body`. */
export interface Command {
  readonly name: string;
  readonly database: string;
  /** The value of the first element when it is a text: the collection, for most commands. */
  readonly target: string | undefined;
  readonly body: Buffer;
  readonly elements: ReadonlyMap<string, RawElement>;
  readonly sequences: readonly DocumentSequence[];
  readonly transaction: TransactionReference | undefined;
}

/** @throws MalformedMessage when the body is not a command. */
export function parseCommand(message: Pick<WireMessage, 'body' | 'sequences'>): Command {
  const { body, sequences } = message;
  const list = readElements(body);
  const first = list[0];
  if (first === undefined) throw new MalformedMessage('empty command');
  const elements = new Map(list.map((element) => [element.name, element]));
  // OP_QUERY, which only asks hello, names its database outside of the body.
  const database = readString(body, elements.get('$db')) ?? 'admin';
  return {
    name: first.name,
    database,
    target: readString(body, first),
    body,
    elements,
    sequences,
    transaction: parseTransaction(body, elements),
  };
}

function parseTransaction(body: Buffer, elements: ReadonlyMap<string, RawElement>): TransactionReference | undefined {
  if (readBoolean(body, elements.get('autocommit')) !== false) return undefined;
  const number = readNumber(body, elements.get('txnNumber'));
  const session = readSession(body, elements.get('lsid'));
  if (number === undefined || !Number.isInteger(number) || session === undefined) {
    throw new MalformedMessage('a transaction needs lsid and txnNumber');
  }
  return { session, number: BigInt(number), starts: readBoolean(body, elements.get('startTransaction')) === true };
}

function readSession(body: Buffer, element: RawElement | undefined): string | undefined {
  const lsid = readDocument(body, element);
  if (lsid === undefined) return undefined;
  const id = readBinary(
    lsid,
    readElements(lsid).find(({ name }) => name === 'id'),
  );
  return id?.length === 16 ? id.toString('hex') : undefined;
}
