import type { Mode } from '@plotline/kit/core/caller';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { FakeVendor } from './fake-vendor.js';
import type { FieldValues, ProviderValues } from './field-values.js';
import type { HookPort } from './hook.js';
import type { PaymentsPort } from './payments-port.js';
import type { SendToVendor, VendorDialect } from './vendor-request.js';

export const providerNames = ['stripe'] as const;
export type ProviderName = (typeof providerNames)[number];

export type ProviderCategory = 'payments';

/** Input that a form shows for a provider. */
export interface ProviderField {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'secret' | 'url';
  readonly required: boolean;
  readonly help: string;
  readonly maxLength: number;
}

/** A vendor that workspaces can connect to: what every category of providers has in common. */
export interface Provider {
  readonly name: ProviderName;
  readonly category: ProviderCategory;
  readonly title: string;
  readonly description: string;
  /** The vendor's documentation that the code follows. */
  readonly documentationUrl: string;
  /** Version of the vendor's API that requests ask for. */
  readonly apiVersion: string;
  /** Effects, one sentence each. */
  readonly effects: readonly string[];
  readonly settings: readonly ProviderField[];
  readonly credentials: readonly ProviderField[];
  readonly dialect: VendorDialect;
  /** Answers in place of the vendor in a local system. */
  readonly fake: FakeVendor;
  /** Finds faults of values that have the right fields: above all keys of the other mode. */
  findFaults(values: ProviderValues, mode: Mode): readonly ProblemDetail[];
  /** Returns a recognizable part of the credentials that gives nothing away. */
  toHint(credentials: FieldValues): string;
  /** Asks the vendor whether the credentials work. Changes nothing there. Rejects with a VendorFailure. */
  check(send: SendToVendor, values: ProviderValues, connectionId: string): Promise<void>;
  readonly hooks: HookPort;
  readonly payments: PaymentsPort;
}

/** All providers by name. */
export type Providers = Readonly<Record<ProviderName, Provider>>;
