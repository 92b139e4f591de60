/** Bytes that are not the wire protocol: the connection they came on is closed. */
export class MalformedMessage extends Error {}
