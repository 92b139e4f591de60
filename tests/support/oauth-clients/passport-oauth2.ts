import { once } from 'node:events';
import { createServer } from 'node:http';
import express, { type Request, type Response } from 'express';
import OAuth2Strategy from 'passport-oauth2';
import { type ClientRun, required, type Subject } from './client-run.js';

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

class PlotlineStrategy extends OAuth2Strategy {
  /** Refreshes with the strategy's client, as apps that use passport do. */
  refresh(refreshToken: string): Promise<Tokens> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, accessToken?: string, next?: string) => {
        if (error) reject(new Error(JSON.stringify(error)));
        else
          resolve({
            accessToken: required(accessToken, 'access token'),
            refreshToken: required(next, 'refresh token'),
          });
      };
      this._oauth2.getOAuthAccessToken(refreshToken, { grant_type: 'refresh_token' }, done);
    });
  }
}

/** App that signs people in with passport. One route both starts and completes the authorization. */
function createApp(strategy: OAuth2Strategy) {
  const session = {};
  const app = express();
  app.get('/callback', (request: Request, response: Response) => {
    Reflect.set(request, 'session', session);
    const outcomes = {
      redirect: (url: string) => response.redirect(url),
      success: (tokens: Tokens) => response.json(tokens),
      fail: (challenge: unknown) => response.status(401).json(challenge),
      error: (error: unknown) => response.status(500).json({ message: String(error) }),
    };
    Object.assign(Object.create(strategy), outcomes).authenticate(request, {});
  });
  return createServer(app);
}

/**
 * Redeems a code with PKCE and state in a separate app that uses passport-oauth2, and refreshes. It can't introspect or
 * revoke.
 */
export async function runPassportOauth2(subject: Subject): Promise<ClientRun> {
  const { base, clientId, clientSecret, redirectUri, scope, browse } = subject;
  const strategy = new PlotlineStrategy(
    {
      authorizationURL: `${base}/oauth/authorize`,
      tokenURL: `${base}/oauth/token`,
      clientID: clientId,
      clientSecret,
      callbackURL: redirectUri,
      scope: scope.split(' '),
      state: true,
      pkce: true,
    },
    (accessToken: string, refreshToken: string, _profile: unknown, verified: OAuth2Strategy.VerifyCallback) =>
      verified(null, { accessToken, refreshToken }),
  );
  const server = createApp(strategy).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const address = server.address();
    const app = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/callback`;
    const begun = await fetch(app, { redirect: 'manual' });
    const callback = await browse(new URL(required(begun.headers.get('location'), 'redirect')));
    const signedIn = await fetch(app + callback.search);
    const tokens: Tokens = JSON.parse(await signedIn.text());
    const next = await strategy.refresh(required(tokens.refreshToken, 'refresh token'));
    const accessTokens = [tokens.accessToken, next.accessToken] as const;
    return { accessTokens, refreshToken: next.refreshToken, scope: undefined, isRevoked: false };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
