import type { About, Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';
import { type Origin, originText, securityPlace } from './access.ts';

type Facts = Origin & { name: string };

const about =
  (title: string, text: string, advice: string) =>
  ({ name, ...origin }: Facts, { env, to, at }: About): Message => ({
    title,
    place: securityPlace(to),
    bell: { text: `${name}: ${text} ${advice}` },
    mail: {
      paragraphs: [text, `Nome: ${typed(name)}`, originText(origin, at), advice],
      link: 'Ver chaves de acesso',
      closing: [env.BRAND_NAME],
    },
  });

export const passkeyMessages = {
  passkey_added: about(
    'Chave de acesso adicionada',
    'Quem tem esta chave entra na sua conta e confirma pagamentos sem a senha.',
    'Se não foi você, remova a chave e troque a sua senha agora.',
  ),

  passkey_removed: about(
    'Chave de acesso removida',
    'Esta chave não entra mais na sua conta.',
    'Se não foi você, troque a sua senha agora e encerre as sessões abertas.',
  ),

  /** Its counter did not grow. */
  passkey_copied: about(
    'Uso recusado de uma chave de acesso',
    'Recusamos o uso desta chave, porque pode haver uma cópia dela em outro aparelho.',
    'Remova a chave e adicione outra. Se não foi você quem a usou, troque também a sua senha.',
  ),
} satisfies Messages;
