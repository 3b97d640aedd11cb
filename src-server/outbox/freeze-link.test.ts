import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeAdmin, makeCustomer } from '#server/testing/people';
import { testBank } from '#server/testing/test-bank';
import { freezeLinkOf, readFreezeToken } from './freeze-link.ts';
import { onMailSheet } from './mail-sheet.ts';

async function scene() {
  const bank = await testBank();
  const { users } = bank.db.tables;
  const emailOf = async (id: string, values: object = {}) => {
    await bank.db.transaction(async (tx) => {
      await tx
        .update(tx.tables.users)
        .set({ emailConfirmedAt: new Date(0), ...values })
        .where(eq(users.id, id));
    });
    const [row] = await bank.db.select().from(users).where(eq(users.id, id));
    return row?.email ?? '';
  };
  const linkTo = (recipient: string, kind = 'new_login', channel = 'mail') =>
    freezeLinkOf(bank, { channel, kind, recipient });
  return { bank, emailOf, linkTo };
}

test('a letter about a sign-in carries a link to a customer’s confirmed address only', async () => {
  const { bank, emailOf, linkTo } = await scene();
  const { user } = await makeCustomer(bank);
  const email = await emailOf(user.id);
  const link = await linkTo(email);
  const token = new URL(link ?? '').searchParams.get('token') ?? '';
  expect(readFreezeToken(bank.keys, token, bank.clock.real())).toEqual({
    userId: user.id,
    issuedAt: bank.clock.real(),
  });
  expect(await linkTo(email, 'recovery')).toBeNull();
  expect(await linkTo(email, 'new_login', 'sms')).toBeNull();
  expect(await linkTo('ninguem@correio.example')).toBeNull();
  expect(await linkTo(await emailOf((await makeAdmin(bank)).user.id))).toBeNull();
  await emailOf(user.id, { emailConfirmedAt: null });
  expect(await linkTo(email)).toBeNull();
});

test('the link stands in the footer of text and HTML, escaped', () => {
  const brand = { BRAND_NAME: 'Banco', SUPPORT_EMAIL: 'a@b.example', APP_ORIGIN: 'http://banco.example' };
  const letter = { subject: 'Novo acesso', text: 'Olá.', html: '<p>Olá.</p>' };
  const link = 'http://banco.example/congelar?token=a.1.b.c&x="';
  const { text, html } = onMailSheet(letter, brand, link);
  expect(text).toContain(`Congelar a minha conta:\n${link}\nO link vale 72 horas e funciona uma vez.`);
  expect(html).toContain('href="http://banco.example/congelar?token=a.1.b.c&amp;x=&quot;"');
  expect(onMailSheet(letter, brand).html).not.toContain('/congelar');
});
