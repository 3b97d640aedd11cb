import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { formatCpf } from '#domain/tax-id';

/** zxcvbn's scale: 0 and 1 too easy to guess, 4 very hard. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

/** Minimum accepted score: about a million guesses or more (zxcvbn's limit between 1 and 2). */
export const MIN_PASSWORD_SCORE: PasswordScore = 2;

export const COMMON_PASSWORD = 'Esta senha é muito comum: escolha outra';

const OWN_WORDS = ['valebank', 'vale', 'bank', 'banco', 'pix', 'conta', 'senha', 'brasil'];

/** Scoring is worse than linear, so only the start and the end are scored; the better one counts. */
const SCORED_LENGTH = 24;
const LETTER_LIKE_READINGS = 8;

let loading: Promise<ZxcvbnFactory> | null = null;

/** Loads the dictionaries (megabytes) once, on the first password. */
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

export type PasswordOwner = Partial<
  Record<'fullName' | 'username' | 'email' | 'cpf' | 'cnpj' | 'phone' | 'birthDate', string | null>
>;

/** Scoring the start or the end takes up to 50 ms; between them a server serves others. */
type Pause = () => Promise<unknown>;

/** Knows common passwords, Portuguese and the owner's data. A repeated word counts once. */
export async function passwordScore(
  password: string,
  owner: PasswordOwner = {},
  pause: Pause = async () => {},
): Promise<PasswordScore> {
  const word = repeatedWord(password);
  if (word === null) return scoreOf(password, owner, pause);
  return word.length <= LONGEST_WORD ? 0 : scoreOf(word, owner, pause);
}

const LONGEST_WORD = 15;

/** 'Casa-casa-CASA' → 'casa'; null if nothing repeats. */
function repeatedWord(password: string): string | null {
  const said = password.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  // A text that occurs in its own double before the end is periodic.
  const period = `${said}${said}`.indexOf(said, 1);
  return said !== '' && period < said.length ? said.slice(0, period) : null;
}

async function scoreOf(password: string, owner: PasswordOwner, pause: Pause): Promise<PasswordScore> {
  const words = [...OWN_WORDS, ...wordsOf(owner)];
  const guess = await guesser();
  const start = guess.check(password.slice(0, SCORED_LENGTH), words).score;
  if (start === 4 || password.length <= SCORED_LENGTH) return start;
  await pause();
  return Math.max(start, guess.check(password.slice(-SCORED_LENGTH), words).score) as PasswordScore;
}

function wordsOf({ fullName, username, email, cpf, cnpj, phone, birthDate }: PasswordOwner): string[] {
  const [year = '', month = '', day = ''] = (birthDate ?? '').split('-');
  const digits = [cpf, cnpj, phone].map((one) => (one ?? '').replace(/[^0-9A-Za-z]/g, ''));
  const days = ['', '/', '-', '.'].flatMap((mark) => [
    [day, month, year].join(mark),
    [day, month, year.slice(2)].join(mark),
  ]);
  const masked = formatCpf(cpf ?? '');
  const names = [fullName, username, email].flatMap((one) => (one ? [one, ...one.split(/[\s.@_-]+/)] : []));
  const plain = names.map((name) => name.normalize('NFD').replace(/\p{M}/gu, ''));
  return [...new Set([...digits, masked, ...days, ...names, ...plain].map((word) => word.toLowerCase()))]
    .filter((word) => word.length >= 3)
    .slice(0, MAX_WORDS);
}

/** Bounds the time for long names. */
const MAX_WORDS = 40;
