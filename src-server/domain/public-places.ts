/** Undefined: unusable value. */
export type Parameters = Record<string, (value: unknown) => string | number | undefined>;

export type SearchBy<Of extends Parameters> = { [Name in keyof Of]?: NonNullable<ReturnType<Of[Name]>> };

/** The router parses values as JSON, so `busca=2026` arrives as a number. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export const oneOf =
  <const Word extends string | number>(words: readonly Word[]) =>
  (value: unknown): Word | undefined =>
    words.find((word) => String(word) === textOf(value));

export const given = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Only paths of the site's own portals, to prevent open redirects; none that its browser would shorten to another (it leaves out tabs and line ends). */
export function ownPath(next: unknown): string | undefined {
  if (typeof next !== 'string' || !/^\/(client|admin)\/[^\\\p{Cc}]*$/u.test(next)) return undefined;
  const [path = ''] = next.split(/[?#]/, 1);
  return path.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part)) ? undefined : next;
}

/** Kept apart from `#domain/places` to keep the first load small. */
export const PUBLIC_PLACES = {
  /** `next`: path after signing in · `ended`: why the session ended. */
  '/login': { next: ownPath, tab: oneOf(['cadastrar']), ended: oneOf(['idle', 'elsewhere']) },
  '/recuperar-senha': { token: given },
  '/confirmar-email': { token: given },
  '/desfazer-email': { token: given },
  '/desfazer-dois-fatores': { token: given },
  '/congelar': { token: given },
  '/desfazer': { token: given },
  '/termos': {},
  '/privacidade': {},
  '/atendimento': {},
  '/verificar': {},
  '/verificar/$code': {},
  '/cobrar/$code': {},
} satisfies Record<string, Parameters>;

export function readSearch<Of extends Parameters>(
  parameters: Of,
  search: Record<string, unknown>,
): SearchBy<Of> {
  const found = Object.entries(parameters).map(([name, read]) => [name, read(search[name])]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}
