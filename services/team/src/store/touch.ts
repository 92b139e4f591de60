/**
 * An update that changes nothing that anybody sees, the version included, and meets whoever changes the same record at
 * the same time.
 */
export const touch = { $inc: { 'derived.touched': 1 } };
