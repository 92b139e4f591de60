import { type AddressRules, createAddressGuard, type ResolvedAddress } from '@plotline/webhook/delivery/address-guard';
import { parseAddressRanges } from '@plotline/webhook/delivery/address-ranges';
import { createPinnedConnections } from '@plotline/webhook/delivery/connections';
import { HostSlots } from '@plotline/webhook/delivery/host-slots';
import { defaultPorts, parsePortRanges } from '@plotline/webhook/delivery/port-ranges';
import { attemptTimeoutMs, createSendRequest, type SenderOptions } from '@plotline/webhook/delivery/send-request';

export const defaultRules: AddressRules = {
  allowPrivate: false,
  denied: parseAddressRanges(''),
  ports: parsePortRanges(defaultPorts),
  isProxied: false,
};

/** The rules of production by default. */
export function createGuard(
  rules: Partial<AddressRules> = {},
  resolveName?: (name: string) => Promise<ResolvedAddress[]>,
) {
  return createAddressGuard({ ...defaultRules, ...rules }, resolveName);
}

/** Sender to receivers on this machine, unless given another guard. */
export function createSender(options: Partial<SenderOptions> = {}) {
  const { timeoutMs = attemptTimeoutMs } = options;
  return createSendRequest({
    guard: createGuard({ allowPrivate: true }),
    connections: createPinnedConnections(timeoutMs),
    hostSlots: new HostSlots({ limit: 20, maxWaitMs: 2_000 }),
    clock: () => new Date(),
    ...options,
  });
}
