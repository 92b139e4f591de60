/** The name of the cookie of a session, without the prefix that an https host adds. */
export const sessionCookieName = 'plotline_session';
