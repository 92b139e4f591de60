/** Response header from a service to the gateway: JSON that becomes the envelope's `meta`; ASCII, never sent outside. */
export const metaHeader = 'x-plotline-meta';

/** Every header of this prefix belongs to the house: dropped from what clients send and from what they receive. */
export const internalPrefix = 'x-plotline-';
