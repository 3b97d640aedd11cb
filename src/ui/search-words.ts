import { cleanText } from '#domain/text';

const LONGEST_QUERY = 100;

/** A search in the address as text: the router reads values as JSON, so that `busca=2026` comes as a number. */
export function searchWords(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? cleanText(String(value)).slice(0, LONGEST_QUERY)
    : '';
}
