import type { PartOptions, StoreOptions } from '../part.js';

/** What the local MongoDB is started with; logs go to the data directory unless another folder is given. */
export type MongoOptions = PartOptions &
  Pick<StoreOptions, 'environment'> &
  Partial<Pick<StoreOptions, 'logDirectory' | 'onStart'>>;
