import { serveLoad } from '../load/load-process.js';
import { type AttackTarget, attacks } from './attacks.js';

serveLoad<{ readonly name: string; readonly target: AttackTarget }>(({ name, target }, clients) => {
  attacks.find((attack) => attack.name === name)?.begin(target, clients);
});
