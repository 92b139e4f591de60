import { isTree } from '../../../support/contract/tree.js';

/** Placeholders for values that differ from run to run, by field name. */
const times: Readonly<Record<string, string>> = {
  created_at: '2026-03-01T09:30:00.000Z',
  updated_at: '2026-03-02T14:05:00.000Z',
  invitation_sent_at: '2026-03-01T09:30:01.000Z',
  last_contacted: '2026-03-02T14:05:00.000Z',
  closed_at: '2026-03-03T10:00:00.000Z',
  issued_at: '2026-03-03T10:00:00.000Z',
  paid_at: '2026-03-10T08:20:00.000Z',
  cancelled_at: '2026-03-12T16:45:00.000Z',
  voided_at: '2026-03-12T16:45:00.000Z',
  last_triggered: '2026-03-03T10:00:01.000Z',
  timestamp: '2026-03-03T10:00:00.000Z',
  expires_at: '2026-03-05T10:00:00.000Z',
  reset: '2026-03-03T10:01:00.000Z',
};
const otherTime = '2026-03-03T10:00:00.000Z';
const numbers: Readonly<Record<string, number>> = {
  response_time_ms: 84,
  duration_ms: 84,
  average_hours: 41.5,
  avg_days: 1.5,
  iat: 1_772_357_400,
  exp: 1_772_361_000,
};
/** Fields as they look with a connection to a real vendor. The recorded system uses fakes. */
const simulation: Readonly<Record<string, boolean | null>> = { simulated: false, simulator_url: null };
const texts: Readonly<Record<string, string>> = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  average_response_time: 'PT2H30M',
  token_last4: '4GfR',
  next_cursor: 'eyJhIjoiMDFrOXpxNmgzbTh2MngifQ',
  'x-service-timestamp': '1772532000',
  'webhook-timestamp': '1772532000',
  'x-service-signature': 'sha256=613d78a1bd1266df4fc05582e91304486f04e311df2869887dae916b7f6505df',
  'webhook-signature': 'v1,K7gNU3sdo+OL0wNhqoVWhr3g6s1xYv72ol/pe/Unols=',
};

const idPattern =
  /\b(ws|prop|unit|lead|task|hold|act|agent|team|deal|inv|com|wh|int|evt|dlv|key|app|imp|exp|rsd|ntf|feed|cal|file|session|user|grant|view|kreq|plan|inst|pay|mile|con|call|hev|plk|stl|syn|eml|dtpl|doc)_[0-9a-hjkmnp-tv-z]{26}\b/g;
/** Secret part of a hook's address. */
const hookPattern = /hook_(live|test)_[0-9A-Za-z]{36}/g;
/** Secret part of an address. Anyone who has the address can read its content. */
const tokenPattern = /\/(downloads|feeds|calendars|media)\/[\w.-]+?(\.xml|\.json|\.ics)?$/;
/** The simulator's page, which replaces the vendor's page. */
const paymentPattern = /http:\/\/localhost:\d+\/live\/ws_[0-9a-z]{26}\/payments\//;
const timePattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Time inside a sentence. */
const toldTimePattern = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 86_400_000;
/** Days that occur in requests. */
const requestedDays: ReadonlySet<string> = new Set(['2026-02-27', '2027-06-30', '2028-03-31']);
const shownMonth = '2026-03';
const shownToday = Date.parse('2026-03-03T00:00:00.000Z');

/** Placeholder for the texts in a field. It can depend on the text. */
export type ShownTexts = Readonly<Record<string, string | ((text: string) => string)>>;

/** Returns whether a time is from this run and was not part of a request. Holds end up to 30 days later. */
const isOfThisRun = (text: string, key: string) =>
  Math.abs(Date.parse(text) - Date.now()) < (key === 'expires_at' ? 30 * dayMs : dayMs);

/**
 * Replaces values that differ from run to run. The same id always gets the same placeholder. A time gets the
 * placeholder of its field. The placeholder of a day depends on its distance from today.
 */
export class StableValues {
  readonly #ids = new Map<string, string>();
  readonly #replacements: ReadonlyMap<string, string>;
  readonly #texts: ShownTexts;
  readonly #today = Math.floor(Date.now() / dayMs) * dayMs;

  /** `replacements` are placeholders for parts of texts, such as addresses. `more` are placeholders for fields. */
  constructor(replacements: ReadonlyMap<string, string>, more: ShownTexts = {}) {
    this.#replacements = replacements;
    this.#texts = { ...texts, ...more };
  }

  #idOf(id: string, prefix: string): string {
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    const count = [...this.#ids.keys()].filter((other) => other.startsWith(`${prefix}_`)).length + 1;
    const placeholder = `${prefix}_01k9zq6h3m8v2x4c5b7n9p${String(count).padStart(4, '0')}`;
    this.#ids.set(id, placeholder);
    return placeholder;
  }

  #dayOf(text: string, key: string): string {
    if (!/_(date|on)$/.test(key) || requestedDays.has(text)) return text;
    return new Date(shownToday + Date.parse(text) - this.#today).toISOString().slice(0, 10);
  }

  #textOf(text: string, key: string): string {
    const fixed = this.#texts[key];
    if (typeof fixed === 'function') return fixed(text);
    if (fixed !== undefined) return fixed;
    if (key === 'body' && text.startsWith('{')) return JSON.stringify(this.toStable(JSON.parse(text)));
    if (timePattern.test(text)) return isOfThisRun(text, key) ? (times[key] ?? otherTime) : text;
    if (dayPattern.test(text)) return this.#dayOf(text, key);
    if (key === 'month') return shownMonth;
    const open = text.replace(tokenPattern, '/$1/M7kQ2v8ZpR4tW9sY1nC6bH3d$2');
    const timeless = open.replaceAll(toldTimePattern, (time) =>
      isOfThisRun(time, 'expires_at') ? (times.expires_at ?? otherTime) : time,
    );
    let shown = timeless
      .replace(paymentPattern, 'https://checkout.stripe.com/c/pay/')
      .replaceAll(hookPattern, 'hook_$1_M7kQ2v8ZpR4tW9sY1nC6bH3d')
      .replaceAll(idPattern, (id, prefix: string) => this.#idOf(id, prefix));
    for (const [from, to] of this.#replacements) shown = shown.replaceAll(from, to);
    return shown;
  }

  /** Uses the same time for both fields of a record that has not changed since its creation. */
  #membersOf(value: Readonly<Record<string, unknown>>): object {
    const isUnchanged = value.created_at !== undefined && value.created_at === value.updated_at;
    const entries = Object.entries(value).map(([key, member]) => [key, this.toStable(member, key)] as const);
    return { ...Object.fromEntries(entries), ...(isUnchanged ? { updated_at: times.created_at } : {}) };
  }

  toStable(value: unknown, key = ''): unknown {
    const ofVendor = simulation[key];
    if (ofVendor !== undefined) return ofVendor;
    if (typeof value === 'string') return this.#textOf(value, key);
    if (typeof value === 'number') return numbers[key] ?? value;
    if (Array.isArray(value)) return value.map((item) => this.toStable(item, key));
    return isTree(value) ? this.#membersOf(value) : value;
  }
}
