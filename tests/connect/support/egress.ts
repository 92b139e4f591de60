import type { Egress } from '@plotline/connect/vendors/work/send-guarded';
import { createAddressGuard } from '@plotline/kit/network/address-guard';
import { parseAddressRanges } from '@plotline/kit/network/address-ranges';
import { parsePortRanges } from '@plotline/kit/network/port-ranges';
import { createNockedConnections } from '../../support/node-http-dispatcher.js';

/**
 * Sends requests to customers' hosts through nock. Names below `private.example` are private, and all others are
 * public.
 */
export function createTestEgress(): Egress {
  const rules = {
    allowPrivate: false,
    denied: parseAddressRanges(''),
    ports: parsePortRanges('443'),
    isProxied: false,
  };
  const guard = createAddressGuard(rules, async (name) => {
    const address = name.endsWith('private.example') ? '10.0.0.7' : '93.184.216.34';
    return [{ address, family: 4 }];
  });
  return { guard, connections: createNockedConnections() };
}
