import { isJsonObject } from '@plotline/kit/core/json-object';
import type { FieldValues } from '../../../vendors/model/field-values.js';
import { VendorFailure } from '../../../vendors/model/vendor-failure.js';
import type { SendToVendor, Subject, VendorAnswer, VendorRequest } from '../../../vendors/model/vendor-request.js';
import { apiUrl } from '../model/dialect.js';

/** A connection to one HubSpot account, and the record that its requests are about. */
export interface HubSpotCall {
  readonly send: SendToVendor;
  readonly credentials: FieldValues;
  readonly subject: Subject;
}

/** A request to HubSpot. */
interface HubSpotRequest extends Pick<VendorRequest, 'purpose' | 'method' | 'accepts'> {
  readonly path: string;
  readonly body?: object;
  /** Fields of the body that the log of calls may show. */
  readonly shown?: object;
}

/** Sends a request with the private app's token. */
export function request(call: HubSpotCall, options: HubSpotRequest): Promise<VendorAnswer> {
  const { send, credentials, subject } = call;
  const { path, body, shown, purpose, method, accepts } = options;
  const { access_token: token = '' } = credentials;
  return send({
    ...{ purpose, method, subject },
    ...(accepts && { accepts }),
    url: `${apiUrl}${path}`,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
    excerpt: shown ? JSON.stringify(shown) : null,
  });
}

/** Reads the id of a record. Throws when the answer has none. */
export function readId({ body }: VendorAnswer): string {
  if (isJsonObject(body) && typeof body['id'] === 'string') return body['id'];
  throw new VendorFailure('answer_unreadable', 'HubSpot sent a record without an id.');
}
