import { StableValues } from '../stable-values.js';

const recoveryCodes =
  'k3m9p-w7xqa 4hs2n-c8v6d r5t1g-y0bzj e7f3k-m2p9x w6q4a-h1s8n c0v5d-r3t7g y9bzj-e2f6k m4p1x-w8q0a h5s3n-c7v9d r1t6g-y4bzj';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Replaces days of the run with days in the examples. Keeps times that a request contained. */
function showExpiry(text: string): string {
  const days = Math.round((Date.parse(text) - Date.now()) / dayMs);
  return days > 40 ? text : new Date(Date.parse('2026-03-01T09:30:00.000Z') + days * dayMs).toISOString();
}

/** Replaces hours of the run with hours in the examples. */
function showHour(text: string): string {
  const hours = Math.floor(Date.now() / hourMs) - Date.parse(text) / hourMs;
  return new Date(Date.parse('2026-03-03T10:00:00.000Z') - hours * hourMs).toISOString();
}

/** Replaces codes. Keeps `code` in refusals, because there it is the name of the error. */
function showCode(text: string): string {
  if (/^[A-Z_]+$/.test(text)) return text;
  if (/^\d{6}$/.test(text)) return '123456';
  return text.includes('-') ? 'k3m9p-w7xqa' : 'the-code-that-the-browser-brought';
}

/** Replaces each secret of a run with a placeholder, by the name of its field. */
export function createAuthValues(replacements: ReadonlyMap<string, string>): StableValues {
  let shownCodes = 0;
  const codes = recoveryCodes.split(' ');
  return new StableValues(replacements, {
    access_token: 'eyJ-the-access-token',
    address: '203.0.113.7',
    client_secret: 'the-secret-of-the-app',
    code: showCode,
    csrf_token: 'the-csrf-token-of-the-session',
    due_at: showExpiry,
    requested_at: '2026-03-01T09:30:00.000Z',
    current_password: 'three otters and a kite',
    expires_at: showExpiry,
    jti: 'the-id-of-the-access-token',
    key: (text) => `${text.slice(0, 'pl_live_'.length)}the-key-itself-k3Qz`,
    last_four: 'k3Qz',
    new_password: 'seven lamps in the fog',
    password: 'three otters and a kite',
    recovery_codes: () => codes[shownCodes++ % codes.length] ?? '',
    refresh_token: 'the-refresh-token',
    secret,
    start: showHour,
    token: 'the-token',
    uri: `otpauth://totp/Plotline:ada%40harbour.example?issuer=Plotline&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    user_agent: 'crm-sync/1.4',
  });
}
