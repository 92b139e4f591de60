import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';

/** Record for the kit's tests, because the kit doesn't have its own domain. */
export interface Thing {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly count: number;
  readonly notes: readonly string[];
  readonly created_at: Date;
  readonly updated_at?: Date;
}

export function thingCollection(runtime: ServiceRuntime): Collection<Thing> {
  return runtime.collection<Thing>({
    name: 'things',
    schema: createRecordSchema({ name: String, count: Number, notes: [String], created_at: Date, updated_at: Date }),
    indexes: [
      { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
      { name: 'lower_name', keys: { workspace_id: 1, 'derived.lower_name': 1 }, unique: true },
    ],
    derive: ({ name }) => ({ lower_name: name.toLowerCase() }),
  });
}

export function thing(name: string, change: Partial<Thing> = {}): Thing {
  return { id: `thing_${name}`, version: 1, name, count: 0, notes: [], created_at: new Date(), ...change };
}
