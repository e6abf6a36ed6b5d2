// The cookies of the application: for this host alone, over TLS alone, hidden from scripts, and sent by no other site.
import { SESSION_HOURS_MAX } from './sessions.ts';

const HOUR_SECONDS = 3_600;
const TERMINAL_DAYS = 400;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export function sessionCookie(token: string): Record<string, string> {
  const seconds = SESSION_HOURS_MAX * HOUR_SECONDS;
  return { 'Set-Cookie': `__Host-session=${token}; Max-Age=${seconds}; ${ATTRIBUTES}` };
}

export function endedSessionCookie(): Record<string, string> {
  return { 'Set-Cookie': `__Host-session=; Max-Age=0; ${ATTRIBUTES}` };
}

/** Browsers keep a cookie 400 days at most. */
export function terminalCookie(token: string): Record<string, string> {
  const seconds = TERMINAL_DAYS * 24 * HOUR_SECONDS;
  return { 'Set-Cookie': `__Host-terminal=${token}; Max-Age=${seconds}; ${ATTRIBUTES}` };
}

/** How long somebody may take at the issuer's page, and then to choose. */
export const OIDC_SECONDS = 600;
/** The issuer's redirect comes from another site, which Strict would leave without the cookie. */
const OIDC_ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

export function oidcCookie(value: string): Record<string, string> {
  return { 'Set-Cookie': `__Host-oidc=${value}; Max-Age=${OIDC_SECONDS}; ${OIDC_ATTRIBUTES}` };
}

export function endedOidcCookie(): Record<string, string> {
  return { 'Set-Cookie': `__Host-oidc=; Max-Age=0; ${OIDC_ATTRIBUTES}` };
}
