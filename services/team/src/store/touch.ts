/**
 * An update that changes nothing that anybody sees, the version included, and meets whoever changes the same record at
 * the same time.
 */
export const touch = { $inc: { 'index.touched': 1 } };
