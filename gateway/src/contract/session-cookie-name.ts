/** Name of the session cookie, without the prefix that it has on an HTTPS host. */
export const sessionCookieName = 'plotline_session';
