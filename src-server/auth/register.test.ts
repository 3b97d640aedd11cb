import { generateCnpj } from '@brazilian-utils/brazilian-utils/generate-cnpj';
import { count, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { raceTest } from '#db/testing/race-test';
import { TERMS_VERSION } from '#domain/auth/terms-version';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { parseCpf } from '#domain/tax-id';
import { test } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { countAttempt } from './attempts.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';

const countUsers = async ({ db }: TestBank) =>
  (await db.select({ count: count() }).from(db.tables.users))[0]?.count;

describe('registration', () => {
  test('a registration creates a customer with one empty checking account, signed in', async ({ bank }) => {
    const browser = new Browser(bank);
    const person = newPerson();
    const user = await browser.register(person);

    expect(user).toEqual({
      id: expect.any(String),
      fullName: person.fullName,
      username: person.username,
      email: person.email,
      pendingEmail: null,
      phone: '11987452031',
      cpf: parseCpf(person.cpf),
      cnpj: null,
      rg: person.rg,
      birthDate: '1991-04-17',
      occupation: 'Designer',
      monthlyIncome: '7800.00',
      street: 'Rua Marechal Deodoro',
      number: '1240',
      complement: null,
      neighborhood: 'Centro',
      city: 'São Bernardo do Campo',
      state: 'SP',
      zipCode: '09710001',
      role: 'cliente',
      isActive: true,
      createdAt: '2026-03-10T15:00:00.000Z',
      ratingVb: null,
      asaasSubAccountId: null,
      asaasAccountStatus: null,
    });
    expect(await browser.me()).toMatchObject({ user, today: '2026-03-10', mustEnableTwoFactor: false });

    const { accounts, entries } = bank.db.tables;
    const opened = await bank.db.select().from(accounts).where(eq(accounts.userId, user.id));
    expect(opened).toMatchObject([{ accountType: 'checking', isActive: true, floorCents: 0 }]);
    expect(await bank.db.select().from(entries)).toEqual([]);
  });

  test('a registration stores the accepted terms, the audit rows and a welcome, in one commit', async ({
    bank,
  }) => {
    const { id, email } = await new Browser(bank).register(newPerson());
    const { termsAcceptances, auditLog, outbox } = bank.db.tables;
    expect(await bank.db.select().from(termsAcceptances)).toMatchObject([
      { userId: id, version: TERMS_VERSION, ip: '203.0.113.7', acceptedAt: bank.clock.now() },
    ]);
    expect(await bank.db.select().from(auditLog).orderBy(auditLog.seq)).toMatchObject([
      { action: 'create_user', userId: id, entityId: id, ipAddress: '203.0.113.7', userAgent: 'vitest' },
      { action: 'create_account', userId: id, entityType: 'account' },
    ]);
    expect(await bank.db.select().from(outbox)).toMatchObject([{ kind: 'welcome', recipient: email }]);
  });

  test('all tags of a mailbox share three welcomes a day, and registrations beyond them are accepted', async ({
    bank,
  }) => {
    const { outbox } = bank.db.tables;
    const register = (local: string) =>
      new Browser(bank).register(newPerson({ email: `${local}@correio.example` }));
    const welcomed = () => bank.db.$count(outbox, eq(outbox.kind, 'welcome'));
    const { max, windowSeconds } = ATTEMPT_LIMITS.welcomeTo;
    for (let tag = 0; tag < max + 2; tag += 1) await register(`alvo+${tag}`);
    expect(await welcomed()).toBe(max);
    expect(await countUsers(bank)).toBe(max + 2);
    await register('alvo');
    expect(await welcomed()).toBe(max + 1);
    bank.clock.passSeconds(windowSeconds);
    await register('alvo+amanha');
    expect(await welcomed()).toBe(max + 2);
  });

  test('a registration accepts a company’s CNPJ, letters included, without RG', async ({ bank }) => {
    const company = newPerson({
      fullName: 'Vale do Tingui Tecnologia Ltda.',
      cpf: undefined,
      rg: '28.614.907-5',
      cnpj: '12.abc.345/01de-35',
      birthDate: '2026-03-10',
    });
    const user = await new Browser(bank).register(company);
    expect(user).toMatchObject({ cpf: null, cnpj: '12ABC34501DE35', rg: null });
    expect(await new Browser(bank).login('12.ABC.345/01DE-35', PASSWORD)).toMatchObject({ user });
  });

  test('a registration stores no password in clear and returns none', async ({ bank }) => {
    const user = await new Browser(bank).register(newPerson());
    expect(JSON.stringify(user)).not.toContain('argon2');
    const [row] = await bank.db.select().from(bank.db.tables.users);
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('a registration makes nobody an administrator', async ({ bank }) => {
    const wish = { ...newPerson(), role: 'admin', isActive: false, ratingVb: 1000, id: 'x' };
    expect(await new Browser(bank).register(wish)).toMatchObject({
      role: 'cliente',
      isActive: true,
      ratingVb: null,
    });
  });
});

describe('refused registrations', () => {
  test('a registration is refused to a person who turns 18 tomorrow, and accepted from one who turns 18 today', async ({
    bank,
  }) => {
    const tooYoung = await refusalOf(new Browser(bank).register(newPerson({ birthDate: '2008-03-11' })));
    expect(tooYoung).toEqual({
      status: 400,
      error: 'É preciso ter 18 anos ou mais',
      code: 'VALIDATION',
      fields: { birthDate: 'É preciso ter 18 anos ou mais' },
    });
    await new Browser(bank).register(newPerson({ birthDate: '2008-03-10' }));
  });

  test('registrations of one IPv6 /48 are limited, whatever its networks, and no others', async ({
    bank,
  }) => {
    await countAttempt(bank, 'signUpNetwork', '2001:db8:1', ATTEMPT_LIMITS.signUpNetwork.max);
    const from = (address: string) => codeOf(new Browser(bank, address).register(newPerson()));
    expect(await from('2001:db8:1:77::1')).toBe('TOO_MANY_ATTEMPTS');
    await new Browser(bank, '2001:db8:2:77::1').register(newPerson());
    await new Browser(bank, '192.0.2.9').register(newPerson());
  });

  test('one home uses up little of what its provider’s others may open, and refused calls nothing', async ({
    bank,
  }) => {
    const from = (address: string) => codeOf(new Browser(bank, address).register(newPerson()));
    const { signUpOutsideProduction: own } = ATTEMPT_LIMITS;
    await countAttempt(bank, 'signUpOutsideProduction', '2001:db8:1:aa01::1', own.max);
    expect(await from('2001:db8:1:aa01::1')).toBe('TOO_MANY_ATTEMPTS');
    const { attempts } = bank.db.tables;
    for (const network of ['aa02', 'aa03'])
      await countAttempt(bank, 'signUpOutsideProduction', `2001:db8:1:${network}::1`, own.max);
    expect(await from('2001:db8:1:aa04::1')).toBe('TOO_MANY_ATTEMPTS');
    expect(await bank.db.$count(attempts, eq(attempts.bucket, 'signUpNetwork:2001:db8:1'))).toBe(0);
    await new Browser(bank, '2001:db8:1:ab01::1').register(newPerson());
  });

  test('the age at a registration is counted by the day in São Paulo', async ({ bank }) => {
    bank.clock.set('2026-03-11T02:59:59Z');
    expect(await codeOf(new Browser(bank).register(newPerson({ birthDate: '2008-03-11' })))).toBe(
      'VALIDATION',
    );
    bank.clock.set('2026-03-11T03:00:00Z');
    await new Browser(bank).register(newPerson({ birthDate: '2008-03-11' }));
  });

  test('a registration with a birth date in the future is refused', async ({ bank }) => {
    const company = newPerson({ cpf: undefined, cnpj: generateCnpj(), birthDate: '2026-03-11' });
    expect((await refusalOf(new Browser(bank).register(company))).fields).toEqual({
      birthDate: 'Data não pode estar no futuro',
    });
  });

  test('a registration with a taken CPF, CNPJ, e-mail or username is refused, with one message for all', async ({
    bank,
  }) => {
    const first = newPerson();
    const company = newPerson({ cpf: undefined, cnpj: generateCnpj() });
    await new Browser(bank).register(first);
    await new Browser(bank).register(company);
    const taken = [
      newPerson({ cpf: first.cpf }),
      newPerson({ cpf: parseCpf(first.cpf) ?? '' }),
      newPerson({ cpf: undefined, cnpj: company.cnpj }),
      newPerson({ email: first.email.toUpperCase() }),
      newPerson({ username: first.username.toUpperCase() }),
    ];
    const browser = new Browser(bank);
    for (const person of taken) {
      expect(await refusalOf(browser.register(person))).toEqual({
        status: 409,
        error: 'Já existe um cadastro com estes dados',
        code: 'ALREADY_REGISTERED',
      });
      expect(browser.cookies.size).toBe(0);
    }
    expect(await countUsers(bank)).toBe(2);
    expect((await bank.db.select().from(bank.db.tables.accounts)).filter((row) => row.userId)).toHaveLength(
      2,
    );
  });

  test('a registration with an easily guessed password, or one with personal data, is refused', async ({
    bank,
  }) => {
    for (const password of ['12345678', 'senha123', 'valebank2026', '17041991', 'beatriz'.padEnd(8, '1')]) {
      const attempt = new Browser(bank).register(newPerson({ password }));
      expect(await refusalOf(attempt), password).toMatchObject({
        status: 400,
        code: 'VALIDATION',
        fields: { password: 'Esta senha é muito comum: escolha outra' },
      });
    }
    expect(await bank.db.$count(bank.db.tables.users)).toBe(0);
  });

  test('a wrong registration is refused with a message for each field', async ({ bank }) => {
    const wrong = { ...newPerson(), cpf: '111.111.111-11', acceptedTerms: false, state: 'XX' };
    const { status, code, fields } = await refusalOf(
      new Browser(bank).ask((caller) => caller.register(wrong as unknown as ReturnType<typeof newPerson>)),
    );
    expect({ status, code }).toEqual({ status: 400, code: 'VALIDATION' });
    expect(fields).toEqual({
      cpf: 'CPF inválido',
      state: 'Estado deve ter 2 letras (UF)',
      acceptedTerms: 'Você deve aceitar os Termos de Uso',
    });
    expect(await countUsers(bank)).toBe(0);
  });

  test('registrations from one IP address are limited to 20 an hour in production', async () => {
    const production = { NODE_ENV: 'production', APP_ORIGIN: 'https://bank.example', TRUST_PROXY: 'none' };
    const bank = await testBank({
      ...production,
      APP_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
    });
    const taken = newPerson();
    await new Browser(bank).register(taken);
    for (let attempt = 2; attempt <= 20; attempt += 1)
      expect(await codeOf(new Browser(bank).register(taken))).toBe('ALREADY_REGISTERED');
    const refused = await refusalOf(new Browser(bank).register(newPerson()));
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    await new Browser(bank, '203.0.113.8').register(newPerson());
    bank.clock.passSeconds(3600);
    await new Browser(bank).register(newPerson());
  });
});

raceTest('of eight concurrent registrations of one person exactly one succeeds', async () => {
  const bank = await testBank();
  const person = newPerson();
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () =>
      new Browser(bank).register(person).then(
        () => 'registered',
        (error: unknown) => (error as { cause?: { code?: string } }).cause?.code,
      ),
    ),
  );
  expect(outcomes.sort()).toEqual([...Array(7).fill('ALREADY_REGISTERED'), 'registered']);
  expect(await countUsers(bank)).toBe(1);
});
