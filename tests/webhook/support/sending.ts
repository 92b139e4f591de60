import { type AddressRules, createAddressGuard, type ResolvedAddress } from '@plotline/kit/network/address-guard';
import { parseAddressRanges } from '@plotline/kit/network/address-ranges';
import { createPinnedConnections } from '@plotline/kit/network/connections';
import { defaultPorts, parsePortRanges } from '@plotline/kit/network/port-ranges';
import { attemptTimeoutMs } from '@plotline/webhook/deliveries/model/attempt';
import { HostSlots } from '@plotline/webhook/receivers/work/host-slots';
import { createSendRequest, type SenderOptions } from '@plotline/webhook/receivers/work/send-request';

export const defaultRules: AddressRules = {
  allowPrivate: false,
  denied: parseAddressRanges(''),
  ports: parsePortRanges(defaultPorts),
  isProxied: false,
};

/** Rules for addresses. By default the production rules. */
export function createGuard(
  rules: Partial<AddressRules> = {},
  resolveName?: (name: string) => Promise<ResolvedAddress[]>,
) {
  return createAddressGuard({ ...defaultRules, ...rules }, resolveName);
}

/** Sender to receivers on this machine, unless another guard is given. */
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
