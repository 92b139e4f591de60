import {
  limitSpecs,
  previousSecret,
  publicAddressSpecs,
  publicOrigin,
  readConfig,
  secret,
  serviceSpecs,
} from '@plotline/kit/service/config';
import { str } from 'envalid';

/** Reads the environment of the auth service. Throws one error that lists all invalid variables. */
export function readAuthConfig(environment?: NodeJS.ProcessEnv) {
  return readConfig(
    {
      ...serviceSpecs,
      ...publicAddressSpecs,
      SANDBOX_BASE_URL: publicOrigin({ default: undefined, desc: 'public address of the sandbox API' }),
      ...limitSpecs,
      KEY_HASH_SECRET: secret({ desc: 'secret for the hashes of API keys, client secrets, sessions, links and codes' }),
      KEY_HASH_SECRET_PREVIOUS: previousSecret({ desc: 'former secret; values that were hashed with it stay valid' }),
      AUTH_SEAL_SECRET: secret({ desc: 'secret that encrypts signing keys, second factors and mails' }),
      AUTH_SEAL_SECRET_PREVIOUS: previousSecret({ desc: 'former secret; decrypts values that were encrypted with it' }),
      TEAM_GRPC: str({ desc: 'host:port of the team service' }),
      TRANSFER_GRPC: str({ default: '', desc: 'host:port of the transfer service, to tell operators the usage' }),
      SMTP_URL: str({ default: '', desc: 'mail server, such as smtps://user:password@mail.example.com' }),
      MAIL_DIRECTORY: str({ default: '', desc: 'folder to which mails are written instead of sending them' }),
      MAIL_FROM: str({ desc: 'sender of mails, such as Plotline <no-reply@example.com>' }),
      SIGN_UP: str({ choices: ['on', 'off'], desc: 'whether anyone may create a workspace' }),
    },
    environment,
  );
}

/** Settings from which the context is built. */
export type AuthSettings = Pick<
  ReturnType<typeof readAuthConfig>,
  | 'KEY_HASH_SECRET'
  | 'KEY_HASH_SECRET_PREVIOUS'
  | 'AUTH_SEAL_SECRET'
  | 'AUTH_SEAL_SECRET_PREVIOUS'
  | 'AUTH_BASE_URL'
  | 'API_BASE_URL'
  | 'SANDBOX_BASE_URL'
  | 'TEAM_GRPC'
  | 'TRANSFER_GRPC'
  | 'SMTP_URL'
  | 'MAIL_DIRECTORY'
  | 'MAIL_FROM'
  | 'SIGN_UP'
  | 'LIMITS_FACTOR'
>;
