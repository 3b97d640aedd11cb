/**
 * The token of an `Authorization: Bearer …` header, perhaps empty or nonsense, or null when there is no such header or it is
 * of another scheme.
 */
export function bearerOf(authorization: string | null | undefined): string | null {
  const [, token] = /^bearer(?:\s(.*))?$/is.exec((authorization ?? '').trim()) ?? [null, null];
  return token === null ? null : (token ?? '').trim();
}
