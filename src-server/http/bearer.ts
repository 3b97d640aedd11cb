/** The token of an `Authorization: Bearer …` header, unchecked; null without such a header. */
export function bearerOf(authorization: string | null | undefined): string | null {
  if (!authorization) return null;
  const [, token] = /^bearer(?:\s(.*))?$/is.exec(authorization.trim()) ?? [null, null];
  return token === null ? null : (token ?? '').trim();
}
