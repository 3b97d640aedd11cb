import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** How hard a password is to guess: 0 and 1 too easy, 4 very hard (zxcvbn's scale). */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

/** Below this a password is refused: it is among the known common ones, or some ten thousand guesses away from one. */
export const MIN_PASSWORD_SCORE: PasswordScore = 2;

export const COMMON_PASSWORD = 'Esta senha é muito comum: escolha outra';

/** What guessers of this bank's passwords try first. */
const OWN_WORDS = ['valebank', 'vale', 'bank', 'banco', 'pix', 'conta', 'senha', 'brasil'];

/**
 * Guessing takes more than linear time, so only the first characters are looked at, and few of the ways to read digits as
 * letters. A password that begins hard to guess is hard to guess; one that begins easily gets a second look at its end.
 */
const LOOKED_AT = 24;
const LETTER_LIKE_READINGS = 8;

let loading: Promise<ZxcvbnFactory> | null = null;

/** The dictionaries are megabytes: fetched when the first password is judged, once. */
function guesser(): Promise<ZxcvbnFactory> {
  loading ??= loadGuesser().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function loadGuesser(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  return new Factory({
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ...portuguese.dictionary },
    l33tMaxSubstitutions: LETTER_LIKE_READINGS,
  });
}

/** What is known of whose password it will be; whatever is missing is not looked for. */
export type PasswordOwner = Partial<
  Record<'fullName' | 'username' | 'email' | 'cpf' | 'cnpj' | 'phone' | 'birthDate', string | null>
>;

/**
 * How hard the password is to guess for who knows the common ones, Portuguese, and its owner: names, e-mail, documents,
 * phone and day of birth ('YYYY-MM-DD') count as guessed at once. A word said again and again is worth nothing, and more than
 * a word what it is worth once. Screens and the server ask the same.
 */
export async function passwordScore(password: string, owner: PasswordOwner = {}): Promise<PasswordScore> {
  const word = repeatedWord(password);
  if (word === null) return scoreOf(password, owner);
  return word.length <= LONGEST_WORD ? 0 : scoreOf(word, owner);
}

/** What is longer than that is several words. */
const LONGEST_WORD = 15;

/** The word that a password repeats, whatever stands between, in capitals or not: 'Casa-casa-CASA' → 'casa'; or null. */
function repeatedWord(password: string): string | null {
  const said = password.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  // A text that is found in its own double before its end begins anew there.
  const period = `${said}${said}`.indexOf(said, 1);
  return said !== '' && period < said.length ? said.slice(0, period) : null;
}

async function scoreOf(password: string, owner: PasswordOwner): Promise<PasswordScore> {
  const words = [...OWN_WORDS, ...wordsOf(owner)];
  const guess = await guesser();
  const first = guess.check(password.slice(0, LOOKED_AT), words).score;
  if (first >= MIN_PASSWORD_SCORE || password.length <= LOOKED_AT) return first;
  const last = guess.check(password.slice(-LOOKED_AT), words).score;
  return last > first ? last : first;
}

/** The words that an owner brings into a password, each also in small letters; shorter ones than three tell nothing. */
function wordsOf({ fullName, username, email, cpf, cnpj, phone, birthDate }: PasswordOwner): string[] {
  const [year = '', month = '', day = ''] = (birthDate ?? '').split('-');
  const digits = [cpf, cnpj, phone].map((one) => (one ?? '').replace(/[^0-9A-Za-z]/g, ''));
  const days = birthDate
    ? ['', '/', '-', '.'].flatMap((mark) => [
        [day, month, year].join(mark),
        [day, month, year.slice(2)].join(mark),
      ])
    : [];
  const masked = (cpf ?? '').replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
  const names = [fullName, username, email].flatMap((one) => (one ? [one, ...one.split(/[\s.@_-]+/)] : []));
  const plain = names.map((name) => name.normalize('NFD').replace(/\p{M}/gu, ''));
  return [...new Set([...digits, masked, ...days, ...names, ...plain].map((word) => word.toLowerCase()))]
    .filter((word) => word.length >= 3)
    .slice(0, MAX_WORDS);
}

/** More than any name has; a made-up one of sixty letters would only cost time. */
const MAX_WORDS = 40;
