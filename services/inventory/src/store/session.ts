import type { ClientSession } from 'mongoose';

/** A transaction that several stores write in. */
export type Session = ClientSession;
