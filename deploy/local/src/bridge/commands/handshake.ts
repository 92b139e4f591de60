import type { Document } from 'bson';
import { LARGEST_MESSAGE_BYTES } from '../wire/frame-reader.js';

const VERSION = '7.0.0';
/** The protocol of MongoDB 7.0: drivers use no command that it does not have. */
const WIRE_VERSION = 21;

/**
 * What the bridge presents itself as: a server of its own, with sessions. Of a server without a replica set a driver
 * knows that it must not send a write a second time when the connection breaks, which could apply it twice; transactions
 * it uses nevertheless, as sessions are all that it asks for.
 */
export function hello(connectionId: number): Document {
  return {
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: LARGEST_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: WIRE_VERSION,
    readOnly: false,
    ok: 1,
  };
}

export function buildInfo(): Document {
  return { version: VERSION, versionArray: VERSION.split('.').map(Number).concat(0), bits: 64, ok: 1 };
}
