import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { FieldValues } from '../../../vendors/model/field-values.js';

/** Address of a mail server, and how its connection is secured. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Whether TLS starts with the connection. Otherwise STARTTLS is used. */
  readonly isSecure: boolean;
}

/**
 * Ports of mail servers that accept emails from users (RFC 8314, RFC 6409), and port 2525, which many providers add.
 */
export const smtpPorts = [465, 587, 2525, 25] as const;

/** A host name or an address. */
const hostName = /^[a-z0-9.:-]{1,253}$/i;

/** Reads the server from checked settings. */
export function readServer({ host = '', port = '587' }: FieldValues): MailServer {
  return { host, port: Number(port), isSecure: Number(port) === 465 };
}

/** Finds an invalid host or port. Tests run mail servers on any port. */
export function findServerFaults({ host = '', port }: FieldValues, isAnyPort: boolean): ProblemDetail[] {
  const hostFault = { field: 'settings.host', message: 'must be a host name, such as mail.example.com' };
  const isKnown = smtpPorts.some((known) => String(known) === port) || (isAnyPort && /^\d{1,5}$/.test(port ?? ''));
  const portFault = { field: 'settings.port', message: `must be one of: ${smtpPorts.join(', ')}` };
  return [
    ...(host !== '' && !hostName.test(host) ? [hostFault] : []),
    ...(port !== undefined && !isKnown ? [portFault] : []),
  ];
}
