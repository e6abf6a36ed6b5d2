/** The token of an Authorization header of the scheme Bearer, which is case-insensitive: RFC 9110, section 11.1. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
