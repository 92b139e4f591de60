import type { Random } from '@plotline/local/demo/random';

/** Every process and store in a system with two processes of each program. */
export const faultTargets = [
  'auth',
  'auth-2',
  'inventory',
  'inventory-2',
  'pipeline',
  'pipeline-2',
  'team',
  'team-2',
  'webhook',
  'webhook-2',
  'transfer',
  'transfer-2',
  'connect',
  'connect-2',
  'gateway',
  'gateway-2',
  'rabbitmq',
  'mongo',
  'redis',
] as const;

export type FaultTarget = (typeof faultTargets)[number];

/** SIGKILL, after which the launcher restarts the process. Or SIGSTOP, followed after `durationMs` by SIGCONT. */
export interface PlannedFault {
  /** Milliseconds from the start of the load. */
  readonly atMs: number;
  readonly target: FaultTarget;
  readonly kind: 'kill' | 'freeze';
  /** Duration of a freeze; 0 for a kill. */
  readonly durationMs: number;
}

const firstAtMs = 1_500;
/**
 * Time before the end of the load in which no fault begins, because the load would end before the fault has an effect.
 */
const lastBeforeEndMs = 1_500;

function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/**
 * Plans the faults of a campaign. Each kind of fault hits every target before it hits any target twice. The next fault
 * begins after 0.5 to 3 s. A freeze may overlap another fault, but no fault hits a frozen target.
 */
export function planFaults(random: Random, seconds: number): PlannedFault[] {
  const kinds = ['kill', 'freeze'] as const;
  const all = faultTargets.flatMap((target) => kinds.map((kind) => ({ target, kind })));
  const faults: PlannedFault[] = [];
  const frozenUntil = new Map<FaultTarget, number>();
  let deck: typeof all = [];
  for (let atMs = firstAtMs; atMs < seconds * 1_000 - lastBeforeEndMs; atMs += random.between(500, 3_000)) {
    if (deck.length === 0) deck = shuffle(all, random);
    const place = deck.findIndex(({ target }) => (frozenUntil.get(target) ?? 0) < atMs);
    const [card] = deck.splice(place, 1);
    if (place < 0 || !card) continue;
    const durationMs = card.kind === 'kill' ? 0 : random.between(1_000, 6_000);
    if (durationMs > 0) frozenUntil.set(card.target, atMs + durationMs);
    faults.push({ atMs, ...card, durationMs });
  }
  return faults;
}
