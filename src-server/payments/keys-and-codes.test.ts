import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { readBrCode, writeBrCode } from '#domain/pix/br-code';
import { openProvider } from '#server/provider/client';
import { reply, tinyProvider } from '#server/provider/testing/tiny-provider';
import { callerOf, freeze, makeCustomer } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { test as pixTest } from './testing/pix-test.ts';
import { activate, auditedChanges, pixScene } from './testing/scene.ts';

const EVP = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CODE = { amount: '25.50', description: 'Mensalidade' };

async function approved(options: Parameters<typeof pixScene>[0] = {}) {
  const scene = await pixScene(options);
  expect((await activate(scene, scene.ana)).status).toBe('approved');
  return { ...scene, pix: scene.ana.call.pix };
}

const test = pixTest.extend('approved', () => approved());

describe('PIX before the external account is approved', () => {
  test('PIX is refused without an external account and with a pending one', async ({
    ana,
    admin,
    nobody,
  }) => {
    const payload = writeBrCode({ key: '52998224725', name: 'Ana', city: 'SAO PAULO' });
    const calls = ({ pix }: typeof ana.call) => [
      () => pix.balance(),
      () => pix.keys.list(),
      () => pix.keys.create({ type: 'EVP' }),
      () => pix.qrcode(CODE),
      () => pix.decode({ payload }),
    ];
    for (const call of calls(ana.call))
      expect(await refusalOf(call())).toEqual({
        status: 409,
        code: 'ACCOUNT_NOT_APPROVED',
        error: 'Conta não aprovada',
      });
    await ana.call.pix.createSubaccount();
    for (const call of calls(ana.call)) expect(await codeOf(call())).toBe('ACCOUNT_NOT_APPROVED');
    for (const call of calls(admin.call)) expect(await codeOf(call())).toBe('FORBIDDEN');
    for (const call of calls(nobody)) expect(await codeOf(call())).toBe('UNAUTHENTICATED');
  });
});

describe('PIX keys', () => {
  test("PIX keys are made from the customer's own data or at random, and listed", async ({
    approved: { pix, bank },
  }) => {
    expect(await pix.keys.create({ type: 'EVP', key: 'x' })).toMatchObject({
      type: 'EVP',
      status: 'ACTIVE',
      key: expect.stringMatching(EVP),
    });
    expect(await pix.keys.create({ type: 'CPF', key: '529.982.247-25' })).toMatchObject({
      key: '52998224725',
    });
    expect(await pix.keys.create({ type: 'PHONE', key: '(11) 98765-4321' })).toMatchObject({
      key: '+5511987654321',
    });
    expect((await pix.keys.list()).map(({ type }) => type).sort()).toEqual(['CPF', 'EVP', 'PHONE']);
    expect(await auditedChanges(bank, 'create_pix_key')).toEqual(
      ['EVP', 'CPF', 'PHONE'].map((type) => ({ type, keyId: expect.any(String) })),
    );
  });

  test('a company’s PIX key may be its CNPJ or its e-mail', async ({ approved: scene }) => {
    const company = await makeCustomer(scene.bank, { fullName: 'Padaria Sol Ltda', cnpj: '11222333000181' });
    await activate(scene, company);
    await company.call.pix.keys.create({ type: 'CNPJ', key: '11.222.333/0001-81' });
    const email = `${company.user.id}@correio.example`;
    expect(await company.call.pix.keys.create({ type: 'EMAIL', key: email.toUpperCase() })).toMatchObject({
      key: email,
    });
  });

  test('a PIX key of somebody else’s data is refused', async ({ approved: { pix } }) => {
    const foreign = [
      { type: 'CPF', key: '11144477735' },
      { type: 'CNPJ', key: '11222333000181' },
      { type: 'EMAIL', key: 'outra@correio.example' },
      { type: 'PHONE', key: '11911112222' },
    ] as const;
    for (const input of foreign)
      expect(await refusalOf(pix.keys.create(input))).toMatchObject({
        status: 400,
        code: 'KEY_NOT_OWN',
        fields: { key: 'Use os dados do seu próprio cadastro' },
      });
  });

  test('a PIX key needs a value of its type', async ({ approved: { pix } }) => {
    const fault = async (input: object) =>
      (await refusalOf(pix.keys.create(input as { type: 'EVP' }))).fields;
    expect(await fault({ type: 'CPF' })).toEqual({ key: 'Informe a chave PIX' });
    expect(await fault({ type: 'CPF', key: ' ' })).toEqual({ key: 'Informe a chave PIX' });
    expect(await fault({ type: 'CPF', key: '52998224724' })).toEqual({ key: 'Chave PIX inválida' });
    expect(await fault({ type: 'PHONE', key: '1132104321' })).toEqual({ key: 'Chave PIX inválida' });
    expect(await fault({ type: 'EMAIL', key: '52998224725' })).toEqual({ key: 'Chave PIX inválida' });
    expect(await fault({ type: 'RG', key: '1' })).toEqual({ type: 'Selecione o tipo da chave' });
  });

  test('a PIX key that the provider refuses is answered in its words', async () => {
    const { pix } = await approved({ switches: { evpOnly: true } });
    expect(await refusalOf(pix.keys.create({ type: 'CPF', key: '52998224725' }))).toEqual({
      status: 400,
      code: 'PROVIDER_REFUSED',
      error: 'O tipo de chave informado é inválido. Tipos permitidos: EVP.',
    });
    expect(await pix.keys.create({ type: 'EVP' })).toMatchObject({ type: 'EVP' });
  });

  test('a PIX key made while the answer was lost is found and audited, and made once', async ({
    approved: { pix, bank, simulator },
  }) => {
    const { faults } = simulator.simulator;
    await pix.keys.create({ type: 'EVP' });
    Object.assign(faults, { dropAfter: 1, onlyPosts: true });
    const made = await pix.keys.create({ type: 'EVP' });
    expect((await pix.keys.list()).map(({ id }) => id)).toContain(made.id);
    expect(await auditedChanges(bank, 'create_pix_key')).toMatchObject([{}, { keyId: made.id }]);
    Object.assign(faults, { dropAfter: 0, errorBefore: 1 });
    expect(await refusalOf(pix.keys.create({ type: 'EVP' }))).toEqual({
      status: 502,
      code: 'PROVIDER_FAILED',
      error:
        'O provedor de pagamentos não confirmou a criação da chave. Confira suas chaves antes de tentar novamente.',
    });
    expect(await pix.keys.list()).toHaveLength(2);
    expect(await auditedChanges(bank, 'create_pix_key')).toHaveLength(2);
  });

  test('an unconfirmed telephone or e-mail cannot become a PIX key', async ({
    approved: { bank, ana, pix },
  }) => {
    const { users } = bank.db.tables;
    const [own] = await bank.db.select().from(users).where(eq(users.id, ana.user.id));
    const set = (at: Date | null) =>
      bank.db.transaction(async (tx) => {
        const confirmed = { phoneConfirmedAt: at, emailConfirmedAt: at };
        await tx.update(users).set(confirmed).where(eq(users.id, ana.user.id));
      });
    await set(null);
    const keys = [
      { type: 'PHONE', key: own?.phone },
      { type: 'EMAIL', key: own?.email },
    ] as const;
    for (const { type, key } of keys)
      expect(await refusalOf(pix.keys.create({ type, key }))).toMatchObject({
        status: 409,
        code: 'CONTACT_NOT_CONFIRMED',
        error: expect.stringContaining('em Meu Perfil'),
      });
    expect(await pix.keys.list()).toEqual([]);
    await set(bank.clock.now());
    for (const { type, key } of keys) await pix.keys.create({ type, key });
    expect(await pix.keys.list()).toHaveLength(2);
  });

  test('a PIX key is refused without reasons where the provider gives none', async ({ approved: scene }) => {
    const { url } = await tinyProvider((response) => reply(response, 422, 'no'));
    scene.bank.provider = openProvider({ url, apiKey: 'root' });
    expect(await refusalOf(callerOf(scene.bank, scene.ana.user).pix.keys.list())).toEqual({
      status: 400,
      code: 'PROVIDER_REFUSED',
      error: 'Erro desconhecido',
    });
  });
});

describe('a code to be paid', () => {
  test('a code to be paid is refused while the account is frozen', async ({
    approved: { pix, bank, ana },
  }) => {
    await pix.keys.create({ type: 'EVP' });
    await freeze(bank, ana.accountId);
    expect(await refusalOf(pix.qrcode({ amount: '5.00', description: 'Bolo' }))).toMatchObject({
      status: 409,
      code: 'ACCOUNT_INACTIVE',
    });
  });

  test('a code to be paid needs an active key, amount and description', async ({ approved: { pix } }) => {
    expect(await refusalOf(pix.qrcode(CODE))).toEqual({
      status: 409,
      code: 'NO_ACTIVE_KEY',
      error: 'Você precisa ter uma chave PIX ativa.',
    });
    expect(await refusalOf(pix.qrcode({ amount: '0', description: 'x' }))).toMatchObject({
      status: 400,
      fields: { amount: 'Valor deve ser maior que zero', description: 'Descrição é obrigatória' },
    });
  });

  test('a code to be paid uses a random key if there is one, has a picture, and is read back the same', async ({
    approved: { pix },
  }) => {
    await pix.keys.create({ type: 'CPF', key: '52998224725' });
    const withCpf = await pix.qrcode(CODE);
    expect(await pix.decode({ payload: withCpf.payload })).toMatchObject({
      key: '52998224725',
      keyType: 'CPF',
    });
    const { key } = await pix.keys.create({ type: 'EVP' });
    const { image, payload } = await pix.qrcode({
      ...CODE,
      description: 'Descrição comprida de uma cobrança que não cabe no código',
    });
    expect(Buffer.from(image, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(readBrCode(payload)).toMatchObject({ ok: true, code: { key, amountCents: 2550 } });
    expect(await pix.decode({ payload: ` ${payload}\n` })).toMatchObject({
      key,
      keyType: 'EVP',
      name: 'Ana Moreira',
      amount: '25.50',
      description: 'Descricao comprida de uma cobranca qu',
      txid: expect.any(String),
      isDynamic: false,
    });
  });
});

describe('reading a code', () => {
  test('a faulty code is refused with its fault', async ({ approved: { pix } }) => {
    const good = writeBrCode({ key: '52998224725', name: 'Ana', city: 'SAO PAULO', amountCents: 100 });
    for (const payload of ['x', good.slice(0, -1), `${good.slice(0, -4)}0000`])
      expect(await refusalOf(pix.decode({ payload }))).toMatchObject({
        status: 400,
        code: 'VALIDATION',
        fields: { payload: expect.stringMatching(/Código PIX/) },
      });
    expect(await refusalOf(pix.decode({ payload: ' ' }))).toMatchObject({
      fields: { payload: 'Cole o código PIX' },
    });
  });
});
