import { keyText } from '../ui/key-words.ts';
import type { Recipient } from './recipient.ts';

/** `name` is who really receives, whatever the nickname; `detail` distinguishes equal names. */
export function wordsOf({ name, document, accountNumber, pixKey, pixKeyType }: Recipient) {
  // A CPF as a key is masked, as everywhere among customers.
  const shown =
    pixKey && pixKeyType && pixKeyType !== 'CPF' ? keyText({ type: pixKeyType, key: pixKey }) : null;
  const detail = accountNumber ?? shown ?? document ?? '';
  return name === null ? { name: detail || 'Chave PIX', detail: '' } : { name, detail };
}
