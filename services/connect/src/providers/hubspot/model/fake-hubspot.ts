import { isJsonObject } from '@plotline/kit/core/json-object';
import type { FakeAnswer, FakeRequest, FakeVendor, KeptRecord } from '../../../vendors/model/fake-vendor.js';
import { neededScopes } from './account.js';
import { idProperties, type ObjectType, urlProperty } from './properties.js';

interface FakeRecord {
  readonly id: string;
  readonly properties: Readonly<Record<string, string>>;
}

type Answer = FakeAnswer;

/** Maximum records per object in memory. The oldest are removed first. */
const maxRecords = 1_000;

const refuse = (status: number, category: string, message = 'Refused by the fake HubSpot.'): Answer => ({
  status,
  body: { status: 'error', category, message },
});

/** Properties whose values must be unique among the records of an object. */
const uniqueProperties: Readonly<Record<ObjectType, readonly string[]>> = {
  contacts: ['email', idProperties.contacts],
  deals: [idProperties.deals],
};

function readBody({ body }: FakeRequest): Record<string, unknown> {
  const parsed: unknown = JSON.parse(String(body ?? '{}'));
  return isJsonObject(parsed) ? { ...parsed } : {};
}

function readProperties(request: FakeRequest): Record<string, string> {
  const { properties } = readBody(request);
  const pairs = isJsonObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]));
}

/** The objects of one account. */
class FakeAccount {
  readonly #objects: Readonly<Record<ObjectType, FakeRecord[]>> = { contacts: [], deals: [] };
  #lastId = 100;

  list(type: ObjectType): readonly FakeRecord[] {
    return this.#objects[type];
  }

  #findTwin(type: ObjectType, properties: Readonly<Record<string, string>>, exceptId: string): FakeRecord | undefined {
    return this.#objects[type].find(({ id, properties: others }) => {
      const isSame = (name: string) => Boolean(properties[name]) && others[name] === properties[name];
      return id !== exceptId && uniqueProperties[type].some(isSame);
    });
  }

  #find(type: ObjectType, target: string, idProperty: string | null): FakeRecord | undefined {
    return this.#objects[type].find(({ id, properties }) =>
      idProperty === null ? id === target : properties[idProperty] === target,
    );
  }

  create(type: ObjectType, request: FakeRequest): Answer {
    const properties = readProperties(request);
    const twin = this.#findTwin(type, properties, '');
    if (twin) return refuse(409, 'CONFLICT', `Contact already exists. Existing ID: ${twin.id}`);
    this.#lastId += 1;
    const record = { id: String(this.#lastId), properties };
    this.#objects[type].push(record);
    if (this.#objects[type].length > maxRecords) this.#objects[type].shift();
    return { status: 201, body: record };
  }

  readOrUpdate(type: ObjectType, request: FakeRequest, target: string, idProperty: string | null): Answer {
    const found = this.#find(type, target, idProperty);
    if (!found) return refuse(404, 'OBJECT_NOT_FOUND');
    if (request.method === 'GET') return { status: 200, body: found };
    const changed = { ...found, properties: { ...found.properties, ...readProperties(request) } };
    if (this.#findTwin(type, changed.properties, found.id)) return refuse(409, 'CONFLICT');
    this.#objects[type].splice(this.#objects[type].indexOf(found), 1, changed);
    return { status: 200, body: changed };
  }
}

function toKeptContact({ properties: { firstname = '', lastname = '', email = '' } }: FakeRecord): KeptRecord {
  return { kind: 'contact', title: `${firstname} ${lastname}`.trim(), detail: email };
}

function toKeptDeal({ properties: { dealname = '', amount = '', deal_currency_code = '' } }: FakeRecord): KeptRecord {
  return { kind: 'deal', title: dealname, detail: `${deal_currency_code} ${amount}`.trim() };
}

const known = [urlProperty, ...Object.values(idProperties), 'email', 'firstname', 'lastname', 'phone'];

function answerProperties(request: FakeRequest, path: string): Answer {
  if (!path.endsWith('/batch/read')) return { status: 200, body: { name: path.split('/').at(-1) ?? '' } };
  const { inputs } = readBody(request);
  const names = Array.isArray(inputs) ? inputs.flatMap((one) => (isJsonObject(one) ? [String(one['name'])] : [])) : [];
  const results = names.filter((name) => known.includes(name)).map((name) => ({ name, options: [] }));
  return { status: 200, body: { status: 'COMPLETE', results } };
}

/** Answers requests about the account and its settings. Returns null for any other path. */
function answerSettings(request: FakeRequest, { pathname: path, searchParams }: URL, key: string): Answer | null {
  switch (path) {
    case '/oauth/v2/private-apps/get/access-token-info':
      return { status: 200, body: { hubId: 1, scopes: [...neededScopes] } };
    case '/account-info/v3/details': {
      const accountType = key.includes('test') ? 'DEVELOPER_TEST' : 'STANDARD';
      return { status: 200, body: { portalId: 1, accountType, companyCurrency: 'AED', additionalCurrencies: ['USD'] } };
    }
    case '/crm/v3/owners':
      return { status: 200, body: { results: [{ id: '7', email: searchParams.get('email') ?? '' }] } };
    default:
      return path.startsWith('/crm/v3/properties/') ? answerProperties(request, path) : null;
  }
}

function refuseKey(key: string): Answer | null {
  if (key.endsWith('refused')) return refuse(401, 'INVALID_AUTHENTICATION');
  return key.endsWith('limited') ? refuse(429, 'RATE_LIMITS') : null;
}

/**
 * Creates a stand-in for HubSpot's API. It keeps contacts and deals in memory, with one account per token. It refuses
 * tokens that end in `refused` and rate-limits those that end in `limited`, so that people can try both. A token that
 * contains `test` belongs to a test account.
 */
export function createFakeHubSpot(): FakeVendor & { list(token: string, type: ObjectType): readonly FakeRecord[] } {
  const accounts = new Map<string, FakeAccount>();
  const getAccount = (key: string) => {
    const account = accounts.get(key) ?? new FakeAccount();
    accounts.set(key, account);
    return account;
  };
  const answerObjects = (request: FakeRequest, { pathname, searchParams }: URL, key: string): Answer => {
    const [, type, target] = /^\/crm\/v3\/objects\/(contacts|deals)(?:\/([^/]+))?$/.exec(pathname) ?? [];
    if (type !== 'contacts' && type !== 'deals') return refuse(404, 'NOT_FOUND');
    const account = getAccount(key);
    if (target === undefined) return account.create(type, request);
    return account.readOrUpdate(type, request, decodeURIComponent(target), searchParams.get('idProperty'));
  };
  const answer: FakeVendor = (request) => {
    const key = (request.headers['authorization'] ?? '').replace('Bearer ', '');
    const url = new URL(request.path, 'https://api.hubapi.com');
    return refuseKey(key) ?? answerSettings(request, url, key) ?? answerObjects(request, url, key);
  };
  const listAll = (type: ObjectType) => [...accounts.values()].flatMap((account) => account.list(type)).toReversed();
  return Object.assign(answer, {
    list: (token: string, type: ObjectType) => getAccount(token).list(type),
    listKept: () => [...listAll('contacts').map(toKeptContact), ...listAll('deals').map(toKeptDeal)],
  });
}
