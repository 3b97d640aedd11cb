/** Search parameters of one screen by name: each reads what an address carries; undefined if it is not usable. */
export type Parameters = Record<string, (value: unknown) => string | number | undefined>;

/** What an address with these parameters may carry. */
export type SearchBy<Of extends Parameters> = { [Name in keyof Of]?: NonNullable<ReturnType<Of[Name]>> };

/** A search value as text: the router reads values as JSON, so that `busca=2026` comes as a number. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Reads one of several words. */
export const oneOf =
  <const Word extends string | number>(words: readonly Word[]) =>
  (value: unknown): Word | undefined =>
    words.find((word) => String(word) === textOf(value));

/** Reads any text. */
export const given = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The path to return to after signing in: only one of this site's own portals, so that no link can lead elsewhere. */
export function ownPath(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/(client|admin)\/[^\\]*$/.test(next) ? next : undefined;
}

/** The screens that need no session: `#domain/places` has all, and would weigh on every visitor. */
export const PUBLIC_PLACES = {
  /** `next`: where to go after signing in · `tab`: the registration · `ended`: a session that nobody used has ended. */
  '/login': { next: ownPath, tab: oneOf(['cadastrar']), ended: oneOf(['idle']) },
  '/recuperar-senha': { token: given },
  '/confirmar-email': { token: given },
  '/desfazer-email': { token: given },
  '/desfazer-dois-fatores': { token: given },
  '/verificar': {},
  '/verificar/$code': {},
} satisfies Record<string, Parameters>;

/** Reads a search, as the router hands it over; what is not usable is dropped. */
export function readSearch<Of extends Parameters>(
  parameters: Of,
  search: Record<string, unknown>,
): SearchBy<Of> {
  const found = Object.entries(parameters).map(([name, read]) => [name, read(search[name])]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}
