import type { Schemas } from './client.js';

type Stage = Schemas['Stage'];

/** A call that succeeded, with what is needed to derive the expected state. */
export type RecordedCall =
  | { readonly call: 'property'; readonly id: string }
  | { readonly call: 'unit'; readonly id: string; readonly property: string; readonly currency: string }
  | { readonly call: 'agent'; readonly id: string; readonly team: string; readonly rate: number }
  | { readonly call: 'lead'; readonly id: string; readonly source: string; readonly agent: string | null }
  | { readonly call: 'stage'; readonly lead: string; readonly stage: Stage }
  | { readonly call: 'lost'; readonly lead: string; readonly reason: string }
  | { readonly call: 'assign'; readonly lead: string; readonly agent: string | null }
  | { readonly call: 'note'; readonly lead: string; readonly type: string; readonly content: string }
  | { readonly call: 'won'; readonly lead: string; readonly sale: Sale }
  | { readonly call: 'paid'; readonly lead: string };

export interface Sale {
  /** A unit, or a property of which nothing is taken. */
  readonly unit: string | null;
  readonly value: number;
  readonly currency: string;
  /** As given; null when the agent's rate decides. */
  readonly commission: number | null;
}

const calls: RecordedCall[] = [];

export function logCall(call: RecordedCall): void {
  calls.push(call);
}

export function getCalls(): readonly RecordedCall[] {
  return calls;
}
