import type { NamedRequest } from '../load/open-load.js';

/** Four of five requests are reads: one lead, or the newest 20 with the total, in turn. The fifth creates a lead. */
const readsPerWrite = 4;

export interface Mix {
  next(): NamedRequest;
}

export function createMix(ids: readonly string[], bodies: readonly object[]): Mix {
  let made = 0;
  let created = 0;
  return {
    next() {
      made += 1;
      if (made % (readsPerWrite + 1) === 0) {
        created += 1;
        const contact = { email: `buyer-${created}@hold.example`, phone: `+44 70 ${String(created).padStart(7, '0')}` };
        const body = JSON.stringify({ ...bodies[created % bodies.length], ...contact });
        return { kind: 'write', method: 'POST', path: '/v1/leads', body };
      }
      if (made % 2 === 0) return { kind: 'read', method: 'GET', path: '/v1/leads?per_page=20' };
      const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
      return { kind: 'read', method: 'GET', path: `/v1/leads/${id}` };
    },
  };
}
