import type { Reader } from '#db/db';
import { type PixKeyType, parseKeyAs } from '#domain/pix/key';
import { MAX_KEYS } from '#domain/pix/key-claim';
import { refuse } from '#domain/refusal';
import { ownRow } from '#server/auth/own-row';
import type { SignedInContext } from '#server/kernel/context';
import { countComing } from './claims/claim-row.ts';

/** Refuses KEY_NOT_OWN, CONTACT_NOT_CONFIRMED: typing somebody's telephone into the profile does not prove ownership. */
export async function refuseForeign(
  { db, user }: SignedInContext,
  type: PixKeyType,
  key: string,
): Promise<void> {
  const own = await ownRow(db, user.id);
  const texts = { CPF: own.cpf, CNPJ: own.cnpj, EMAIL: own.email, PHONE: own.phone, EVP: null };
  const text = texts[type];
  if (text !== null && parseKeyAs(type, text) === key) return refuseUnconfirmed(own, type);
  const message = 'Use os dados do seu próprio cadastro';
  refuse('KEY_NOT_OWN', { fields: { key: message } });
}

type Confirmed = { emailConfirmedAt: Date | null; phoneConfirmedAt: Date | null };

function refuseUnconfirmed({ emailConfirmedAt, phoneConfirmedAt }: Confirmed, type: string): void {
  if (type === 'PHONE' && phoneConfirmedAt === null)
    refuse('CONTACT_NOT_CONFIRMED', {
      text: 'Confirme primeiro este telefone em Meu Perfil: enviamos um código por SMS.',
    });
  if (type === 'EMAIL' && emailConfirmedAt === null)
    refuse('CONTACT_NOT_CONFIRMED', {
      text: 'Confirme primeiro este e-mail em Meu Perfil: enviamos um código para ele.',
    });
}

/** Refuses KEY_LIMIT: keys and those that are coming together; the provider's own limit is the last line. */
export async function refuseFull(
  on: Reader,
  { id, cnpj }: { id: string; cnpj: string | null },
  keyCount: number,
): Promise<void> {
  const max = cnpj === null ? MAX_KEYS.person : MAX_KEYS.company;
  if (keyCount + (await countComing(on, id)) < max) return;
  refuse('KEY_LIMIT', {
    text: `O limite é de ${max} chaves PIX, contando as que você pediu. Exclua uma para ter outra.`,
  });
}
