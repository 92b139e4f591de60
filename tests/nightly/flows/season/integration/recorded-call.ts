/** Successful call, with the data to derive the expected state. */
export type RecordedCall =
  | { readonly call: 'property'; readonly id: string }
  | { readonly call: 'unit'; readonly id: string; readonly property: string; readonly currency: string }
  | { readonly call: 'agent'; readonly id: string; readonly team: string; readonly rate: number }
  | { readonly call: 'lead'; readonly id: string; readonly source: string; readonly agent: string | null }
  | { readonly call: 'stage'; readonly lead: string; readonly stage: string }
  | { readonly call: 'lost'; readonly lead: string; readonly reason: string }
  | { readonly call: 'assign'; readonly lead: string; readonly agent: string | null }
  | { readonly call: 'note'; readonly lead: string; readonly type: string; readonly content: string }
  | { readonly call: 'won'; readonly lead: string; readonly sale: Sale }
  | { readonly call: 'paid'; readonly lead: string };

export interface Sale {
  /** Unit. Null if the call had a property, because a property isn't sold. */
  readonly unit: string | null;
  readonly value: number;
  readonly currency: string;
  /** Commission that the call specified. Null if the agent's rate determines it. */
  readonly commission: number | null;
}
