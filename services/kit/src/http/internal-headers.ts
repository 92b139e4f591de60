/** Response header from a service to the gateway, never sent to clients: ASCII JSON that becomes the envelope's `meta`. */
export const metaHeader = 'x-plotline-meta';

/** Headers with this prefix are internal: the gateway drops them from requests and from responses of clients. */
export const internalPrefix = 'x-plotline-';
