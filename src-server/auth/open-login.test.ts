import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { REPEATED_MAIL_LIMITS } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { testBank } from '#server/testing/test-bank';
import { enableTwoFactor } from './testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';

const CPF = '529.982.247-25';

async function bankWithAna() {
  const bank = await testBank({ APP_ORIGIN: 'http://banco.example' });
  const home = new Browser(bank);
  const user = await home.register(
    newPerson({ cpf: CPF, email: 'ana@correio.example', fullName: 'Ana <Moreira>' }),
  );
  const { outbox, notifications, users } = bank.db.tables;
  await bank.db.transaction(async (tx) => {
    await tx.update(users).set({ emailConfirmedAt: bank.clock.now() }).where(eq(users.id, user.id));
  });
  const mails = () => bank.db.select().from(outbox).where(eq(outbox.kind, 'new_login'));
  const bells = () => bank.db.select().from(notifications).where(eq(notifications.kind, 'new_login'));
  return { bank, home, user, mails, bells };
}

const test = bankTest.extend('scene', () => bankWithAna());

describe('a sign-in from a device', () => {
  test('a sign-in from an unknown device is reported by e-mail and notification', async ({
    scene: { bank, user, mails, bells },
  }) => {
    await new Browser(bank, '198.51.100.4').login(CPF, PASSWORD);
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: 'ana@correio.example', subject: 'Novo acesso à sua conta' });
    expect(mail?.text).toContain('Endereço IP: 198.51.100.4\nQuando: 10/03/2026 às 12:00');
    expect(mail?.text.split('\n')).toContain('http://banco.example/client/profile?aba=seguranca');
    expect(mail?.html).toContain('Ana &lt;Moreira&gt;');
    expect(await bells()).toMatchObject([
      { userId: user.id, href: '/client/profile?aba=seguranca', readAt: null },
    ]);
  });

  test('a sign-in from a known device is not reported, nor one from the device of the registration', async ({
    scene: { bank, home, mails, bells },
  }) => {
    await home.logout();
    await home.login(CPF, PASSWORD);
    expect(await mails()).toEqual([]);
    const another = new Browser(bank);
    await another.login(CPF, PASSWORD);
    await another.logout();
    await another.login(CPF, PASSWORD);
    expect(await mails()).toHaveLength(1);
    expect(await bells()).toHaveLength(1);
  });

  test('a sign-in with two-factor is reported only after the second factor', async ({
    scene: { bank, home, user, mails },
  }) => {
    const { app } = await enableTwoFactor(home);
    const another = new Browser(bank);
    await another.givePassword(CPF, PASSWORD);
    expect(await mails()).toEqual([]);
    const token = app.nextCode();
    await another.ask((caller) => caller.twoFactor.validate({ userId: user.id, token }));
    expect(await mails()).toHaveLength(1);
  });

  test('e-mails about sign-ins are limited by the hour, and go to no unconfirmed address; every sign-in has a notification', async ({
    scene: { bank, user, mails, bells },
  }) => {
    const signIn = () => new Browser(bank).login(CPF, PASSWORD);
    const { each, windowSeconds } = REPEATED_MAIL_LIMITS;
    for (let time = 0; time < each + 2; time += 1) await signIn();
    expect(await mails()).toHaveLength(each);
    bank.clock.passSeconds(windowSeconds);
    await signIn();
    expect(await mails()).toHaveLength(each + 1);
    const { users } = bank.db.tables;
    await bank.db.transaction((tx) =>
      tx
        .update(users)
        .set({ emailConfirmedAt: null })
        .where(eq(users.id, user.id))
        .then(() => {}),
    );
    await signIn();
    expect(await mails()).toHaveLength(each + 1);
    expect(await bells()).toHaveLength(each + 4);
  });
});
