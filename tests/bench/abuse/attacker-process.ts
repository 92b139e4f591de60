import { type AttackTarget, attacks } from './attacks.js';
import { createClients } from './clients.js';

/** An attack cannot outlive the bench, whatever becomes of that. */
const maxSeconds = 60;

// One attack in a process of its own, so that it takes no time of the healthy client's.
process.once('message', ({ name, target }: { readonly name: string; readonly target: AttackTarget }) => {
  const { clients, outcome } = createClients();
  attacks.find((attack) => attack.name === name)?.begin(target, clients);
  process.send?.({});
  process.once('message', () => process.send?.(outcome, () => process.exit(0)));
});
process.once('disconnect', () => process.exit(0));
setTimeout(() => process.exit(1), maxSeconds * 1_000);
