/** @module-tag postgresInCi */
import { describe, expect } from 'vitest';
import { openProvider } from '#server/provider/client';
import { reply, tinyProvider } from '#server/provider/testing/tiny-provider';
import { callerOf, makeCustomer } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { activate, auditedChanges } from '../testing/scene.ts';
import { followClaims } from './claim-worker.ts';
import {
  ANA_CPF,
  BRING,
  bellsOf,
  claimsOf,
  ELSEWHERE,
  PHONE,
  passDays,
  test,
  typesOf,
} from './testing/claim-scene.ts';

describe('a key of one’s own that is elsewhere', () => {
  test('a key at another institution is offered as a portability, which its confirmation there ends', async ({
    ana,
    bank,
    simulator,
  }) => {
    await simulator.control('POST', '/simulator/keys', ELSEWHERE);
    expect(await refusalOf(ana.call.pix.keys.create({ type: 'CPF', key: ANA_CPF }))).toMatchObject({
      status: 409,
      code: 'KEY_ELSEWHERE',
      error: expect.stringContaining('ITAÚ UNIBANCO S.A.'),
    });
    const claim = await ana.call.pix.claims.make(BRING);
    expect(claim).toMatchObject({
      role: 'claimer',
      kind: 'portability',
      status: 'waiting',
      institution: 'ITAÚ UNIBANCO S.A.',
      mayConfirm: false,
      mayCancel: true,
    });
    expect(Date.parse(claim.answerBy) - bank.clock.now().getTime()).toBe(7 * 86_400_000);
    expect(await codeOf(ana.call.pix.claims.make(BRING))).toBe('CLAIM_OPEN');
    await simulator.control('POST', '/simulator/claims/answer', { key: ANA_CPF, act: 'confirm' });
    await followClaims(bank);
    expect(await bellsOf(bank, ana.user.id)).toEqual([]);
    bank.clock.passSeconds(16 * 60);
    await followClaims(bank);
    await followClaims(bank);
    expect(await claimsOf(ana)).toMatchObject([{ id: claim.id, status: 'completed', endedBy: 'donor' }]);
    expect(await bellsOf(bank, ana.user.id)).toEqual(['A chave PIX é sua aqui']);
    expect(await typesOf(ana)).toEqual(['CPF']);
    expect(await auditedChanges(bank, 'claim_pix_key')).toMatchObject([{ type: 'CPF', kind: 'portability' }]);
    expect(await auditedChanges(bank, 'follow_key_claim')).toHaveLength(1);
  });

  test('a portability that nobody answers is cancelled after 7 days, and can be asked for again', async ({
    scene,
    ana,
    simulator,
  }) => {
    await simulator.control('POST', '/simulator/keys', ELSEWHERE);
    await ana.call.pix.claims.make(BRING);
    await passDays(scene, 6);
    expect(await claimsOf(ana)).toMatchObject([{ status: 'waiting' }]);
    await passDays(scene, 1);
    expect(await claimsOf(ana)).toMatchObject([{ status: 'cancelled', endedBy: 'deadline' }]);
    expect(await typesOf(ana)).toEqual([]);
    expect(await ana.call.pix.claims.make(BRING)).toMatchObject({ status: 'waiting' });
  });

  test('who asked for a key may change their mind, once', async ({ ana, bruno, simulator }) => {
    await simulator.control('POST', '/simulator/keys', ELSEWHERE);
    const { id } = await ana.call.pix.claims.make(BRING);
    expect(await codeOf(bruno.call.pix.claims.cancel({ id }))).toBe('NOT_FOUND');
    expect(await codeOf(ana.call.pix.claims.answer({ id, accept: true }))).toBe('NOT_FOUND');
    const twice = await settledCodes([1, 2].map(() => ana.call.pix.claims.cancel({ id })));
    expect(twice.toSorted()).toEqual(['CLAIM_DECIDED', 'done']);
    expect(await codeOf(ana.call.pix.claims.cancel({ id }))).toBe('CLAIM_DECIDED');
    expect(await claimsOf(ana)).toMatchObject([{ status: 'cancelled', endedBy: 'claimer' }]);
  });

  test('a claim needs one’s own confirmed contact, and the provider', async ({ ana, bank, simulator }) => {
    const { make } = ana.call.pix.claims;
    expect(await codeOf(make({ ...BRING, key: '11144477735' }))).toBe('KEY_NOT_OWN');
    await bank.db.transaction((tx) => tx.update(tx.tables.users).set({ phoneConfirmedAt: null }));
    expect(await codeOf(make({ ...PHONE, kind: 'ownership' }))).toBe('CONTACT_NOT_CONFIRMED');
    expect(await refusalOf(make(BRING))).toMatchObject({
      code: 'PROVIDER_REFUSED',
      error: 'Esta chave Pix não está cadastrada em outra conta.',
    });
    expect(await claimsOf(ana)).toEqual([]);
    simulator.simulator.faults.down = true;
    expect(await codeOf(make(BRING))).toMatch(/^PROVIDER_/);
  });

  test('where the provider has no claims, the bank says so instead of failing', async ({ ana, bank }) => {
    const { url } = await tinyProvider((response, { url: path }) =>
      path.includes('/claims')
        ? reply(response, 404, { errors: [] })
        : reply(response, 200, { hasMore: false, data: [] }),
    );
    bank.provider = openProvider({ url, apiKey: 'root' });
    const { claims } = callerOf(bank, ana.user).pix;
    expect(await claims.list()).toEqual({ isOffered: false, claims: [] });
    expect(await codeOf(claims.make(BRING))).toBe('CLAIMS_NOT_OFFERED');
    expect(await claims.list()).toEqual({ isOffered: false, claims: [] });
  });

  test('a claim whose answer was lost is found by the provider’s list, or ends when it never arrived', async ({
    ana,
    bank,
    simulator,
  }) => {
    const { faults } = simulator.simulator;
    await simulator.control('POST', '/simulator/keys', ELSEWHERE);
    Object.assign(faults, { dropAfter: 1, onlyPosts: true });
    const lost = await ana.call.pix.claims.make(BRING);
    expect(lost).toMatchObject({ status: 'waiting' });
    const cancelled = await ana.call.pix.claims.cancel({ id: lost.id });
    expect(cancelled).toMatchObject({ status: 'cancelled', endedBy: 'claimer' });
    Object.assign(faults, { dropAfter: 0, errorBefore: 1 });
    expect(await ana.call.pix.claims.make(BRING)).toMatchObject({ status: 'asked', mayCancel: false });
    expect(await claimsOf(ana)).toHaveLength(2);
    // At the end of its grace the provider does not answer: it is asked again soon, not with the open claims.
    Object.assign(faults, { onlyPosts: false });
    bank.clock.passSeconds(61);
    await followClaims(bank);
    Object.assign(faults, { errorBefore: 0 });
    expect(await claimsOf(ana)).toMatchObject([{ status: 'asked' }, { id: lost.id }]);
    bank.clock.passSeconds(61);
    await followClaims(bank);
    expect(await claimsOf(ana)).toMatchObject([{ id: lost.id }]);
    expect(await bellsOf(bank, ana.user.id)).toContain('A chave PIX não veio');
  });
});

describe('how many keys', () => {
  test('a person has five keys, counting those that are coming, also of 64 made at once', async ({
    ana,
    simulator,
  }) => {
    await simulator.control('POST', '/simulator/keys', ELSEWHERE);
    await ana.call.pix.claims.make(BRING);
    const outcomes = await settledCodes(
      Array.from({ length: 64 }, () => ana.call.pix.keys.create({ type: 'EVP' })),
    );
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(4);
    expect(await refusalOf(ana.call.pix.keys.create({ type: 'EVP' }))).toMatchObject({
      status: 409,
      code: 'KEY_LIMIT',
      error: 'O limite é de 5 chaves PIX, contando as que você pediu. Exclua uma para ter outra.',
    });
    const full = { ...PHONE, kind: 'ownership' } as const;
    expect(await codeOf(ana.call.pix.claims.make(full))).toBe('KEY_LIMIT');
  });

  test.for([
    ['a person', 5, 'CPF', { cpf: '39053344705' }],
    ['a company', 20, 'CNPJ', { cnpj: '11222333000181' }],
  ] as const)(
    '%s has %i keys; one more is refused, also of two at once',
    async ([fullName, max, own, document], { bank, simulator }) => {
      const customer = await makeCustomer(bank, { fullName, ...document });
      await activate({ bank, simulator }, customer);
      const { keys, claims } = customer.call.pix;
      const random = () => keys.create({ type: 'EVP' });
      const [text = ''] = Object.values(document);
      await keys.create({ type: own, key: text });
      for (let count = 2; count < max; count += 1) await random();
      const twice = await settledCodes([random(), random()]);
      expect(twice.filter((code) => code === 'done')).toHaveLength(1);
      // The one that the bank let through at the same moment is the provider's to refuse.
      expect(twice.filter((code) => code === 'KEY_LIMIT' || code === 'PROVIDER_REFUSED')).toHaveLength(1);
      expect(await keys.list()).toHaveLength(max);
      const full = {
        status: 409,
        code: 'KEY_LIMIT',
        error: expect.stringContaining(`é de ${max} chaves PIX`),
      };
      expect(await refusalOf(random())).toMatchObject(full);
      expect(await refusalOf(claims.make({ ...PHONE, kind: 'ownership' }))).toMatchObject(full);
      const [{ id } = { id: '' }] = await keys.list();
      await keys.remove({ id });
      expect(await random()).toMatchObject({ status: 'ACTIVE' });
      expect(await refusalOf(random())).toMatchObject(full);
    },
  );
});
