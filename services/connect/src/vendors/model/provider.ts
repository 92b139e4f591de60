import type { Mode } from '@plotline/kit/core/caller';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { CrmPort } from './crm-port.js';
import type { EmailPort } from './email-port.js';
import type { FakeVendor } from './fake-vendor.js';
import type { FieldValues, ProviderValues } from './field-values.js';
import type { HookPort } from './hook.js';
import type { PaymentsPort } from './payments-port.js';
import type { SignaturePort } from './signature-port.js';
import type { SimulatePayment, SimulateSignature } from './simulation.js';
import type { SendToVendor, VendorDialect } from './vendor-request.js';

/** Kinds of providers. Each has its own port. */
export type ProviderCategory = 'payments' | 'email' | 'crm' | 'e_signature';

/** Input field that the form of a provider shows. */
export interface ProviderField {
  readonly name: string;
  readonly label: string;
  /** `multiline_secret`: a secret with line breaks, such as a private key. */
  readonly type: 'text' | 'secret' | 'multiline_secret' | 'url';
  readonly required: boolean;
  readonly help: string;
  readonly maxLength: number;
  /**
   * Whether the field is the address of the server that gets the credentials. If it changes, the credentials must be
   * sent again.
   */
  readonly isServer?: boolean;
}

/** Facts about a workspace's account that only the vendor knows. */
export interface AccountFacts {
  /** Address whose emails the vendor posts to the hook. */
  readonly inboundAddress?: string;
}

/** Vendor that workspaces can connect to. These fields are common to all categories of providers. */
interface CommonProvider {
  readonly name: ProviderName;
  readonly title: string;
  readonly description: string;
  /** The vendor's documentation that the code follows. */
  readonly documentationUrl: string;
  /** Version of the vendor's API that requests use. */
  readonly apiVersion: string;
  /** Effects of a connection, one sentence each. */
  readonly effects: readonly string[];
  readonly settings: readonly ProviderField[];
  readonly credentials: readonly ProviderField[];
  readonly dialect: VendorDialect;
  /** Answers in place of the vendor in a local system. */
  readonly fake: FakeVendor;
  /** Finds errors in values whose fields are complete, especially keys of the wrong mode. */
  findFaults(values: ProviderValues, mode: Mode): readonly ProblemDetail[];
  /** Returns a recognizable part of the credentials that reveals no secret. */
  toHint(credentials: FieldValues): string;
  /**
   * Asks the vendor whether the credentials work. If only the vendor knows the account's mode, also checks that it is
   * the given one. Changes nothing at the vendor. Resolves to facts about the account, often none. Rejects with a
   * VendorFailure.
   */
  check(send: SendToVendor, values: ProviderValues, connectionId: string, mode: Mode): Promise<AccountFacts>;
  /** Verification of the vendor's events. Null if the vendor reports none. */
  readonly hooks: HookPort | null;
}

export interface PaymentsProvider extends CommonProvider {
  readonly category: 'payments';
  readonly payments: PaymentsPort;
  /** Reports a person's actions on the fake's payment page. */
  readonly simulate: SimulatePayment;
}

export interface CrmProvider extends CommonProvider {
  readonly category: 'crm';
  readonly crm: CrmPort;
}

export interface EmailProvider extends CommonProvider {
  readonly category: 'email';
  readonly email: EmailPort;
}

export interface SignatureProvider extends CommonProvider {
  readonly category: 'e_signature';
  readonly signature: SignaturePort;
  /** Reports a person's actions on the fake's signing page. */
  readonly simulate: SimulateSignature;
}

/** A provider with the port of its category. Each category adds its interface. */
export type Provider = PaymentsProvider | CrmProvider | EmailProvider | SignatureProvider;

/** All providers by name. */
export interface Providers {
  readonly stripe: PaymentsProvider;
  readonly hubspot: CrmProvider;
  readonly postmark: EmailProvider;
  readonly smtp: EmailProvider;
  readonly documenso: SignatureProvider;
  readonly docusign: SignatureProvider;
}

export type ProviderName = keyof Providers;
