import { AddressRefused, HostUnknown } from '@plotline/kit/network/address-guard';

function getErrorCode(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return '';
}

/** Returns whether the receiver closed the connection before it responded. */
export function isClosedEarly(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(getErrorCode(error));
}

/** Returns the text for the delivery log. It contains no address and no message of an internal error. */
export function describeError(error: unknown): string {
  if (error instanceof AddressRefused || error instanceof HostUnknown) return error.message;
  const code = getErrorCode(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'The connection took too long.';
  if (isClosedEarly(error)) return 'The connection was closed early.';
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') return 'The answer is not valid HTTP.';
  if (code.includes('CERT') || code.includes('SSL') || code.includes('TLS') || code.includes('SIGNATURE')) {
    return `The TLS connection failed (${code}).`;
  }
  return /^E[A-Z]+$/.test(code) ? `The connection failed (${code}).` : 'The connection failed.';
}

/** Returns the text for the delivery log. Returns null for a 2xx status, because only that is a success. */
export function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`;
  return `The receiver answered ${status}.`;
}
