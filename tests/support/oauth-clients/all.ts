import { runBadgateway } from './badgateway.js';
import type { ClientRun, Subject } from './client-run.js';
import { runOauth4webapi } from './oauth4webapi.js';
import { runOpenidClient } from './openid-client.js';
import { runPassportOauth2 } from './passport-oauth2.js';
import { runSimpleOauth2 } from './simple-oauth2.js';

/** Popular client libraries, by the names of their packages. */
export const oauthClients: Readonly<Record<string, (subject: Subject) => Promise<ClientRun>>> = {
  'openid-client': runOpenidClient,
  oauth4webapi: runOauth4webapi,
  'simple-oauth2 with forms and Basic': (subject) =>
    runSimpleOauth2(subject, { bodyFormat: 'form', authorizationMethod: 'header' }),
  'simple-oauth2 with JSON': (subject) => runSimpleOauth2(subject, { bodyFormat: 'json', authorizationMethod: 'body' }),
  'passport-oauth2': runPassportOauth2,
  '@badgateway/oauth2-client': runBadgateway,
};
