import { AddressRefused, HostUnknown } from './address-guard.js';

function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return '';
}

/** What the delivery log says about an attempt without an answer; never an address or anything else from inside. */
export function failureText(error: unknown): string {
  if (error instanceof AddressRefused || error instanceof HostUnknown) return error.message;
  const code = codeOf(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'The connection took too long.';
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') return 'The connection was closed early.';
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') return 'The answer is not valid HTTP.';
  if (code.includes('CERT') || code.includes('SSL') || code.includes('TLS') || code.includes('SIGNATURE')) {
    return `The TLS connection failed (${code}).`;
  }
  return /^E[A-Z]+$/.test(code) ? `The connection failed (${code}).` : 'The connection failed.';
}

/** What the log says about an answer that does not count, or null for one that does. */
export function refusalText(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`;
  return `The receiver answered ${status}.`;
}
