/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { sessionOf } from '#server/protection/testing/protected-bank';
import { turnRulesOn } from '#server/protection/testing/rules';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { auditedChanges } from '../testing/scene.ts';
import {
  bellsOf,
  claimsOf,
  look,
  PHONE,
  passDays,
  type Scene,
  test,
  typesOf,
} from './testing/claim-scene.ts';

describe('a key that another person claims', () => {
  /** Bruno has the telephone as a key, which Ana has confirmed since. */
  async function claimed({ ana, bruno }: Scene) {
    await bruno.call.pix.keys.create(PHONE);
    expect(await codeOf(ana.call.pix.keys.create(PHONE))).toBe('KEY_OF_ANOTHER');
    const claim = await ana.call.pix.claims.make({ ...PHONE, kind: 'ownership' });
    const [wanted, ...others] = await claimsOf(bruno);
    if (!wanted || others.length > 0) throw new Error('not one claim');
    return { claim, wanted };
  }

  test('its holder is told by bell and letter, and keeps the key', async ({ scene, ana, bruno, bank }) => {
    const { wanted } = await claimed(scene);
    expect(wanted).toMatchObject({ role: 'donor', kind: 'ownership', mayConfirm: true, mayCancel: true });
    expect(await bellsOf(bank, bruno.user.id)).toEqual(['Pediram uma chave PIX sua']);
    const { outbox } = bank.db.tables;
    const letters = await bank.db.select().from(outbox).where(eq(outbox.kind, 'key_claim_received'));
    expect(letters[0]?.text).toContain(
      'Sem resposta até 17/03/2026, a chave deixa de ser sua, e em 24/03/2026',
    );
    const [{ id: keyId = '' } = {}] = await bruno.call.pix.keys.list();
    expect(await refusalOf(bruno.call.pix.keys.remove({ id: keyId }))).toMatchObject({
      error: 'Esta chave tem uma reivindicação em andamento.',
    });
    expect(await bruno.call.pix.claims.answer({ id: wanted.id, accept: false })).toMatchObject({
      status: 'cancelled',
      endedBy: 'donor',
    });
    expect(await codeOf(bruno.call.pix.claims.answer({ id: wanted.id, accept: true }))).toBe('CLAIM_DECIDED');
    expect(await typesOf(bruno)).toEqual(['PHONE']);
    await look(bank);
    expect(await bellsOf(bank, ana.user.id)).toEqual(['A chave PIX não veio']);
    expect(await auditedChanges(bank, 'refuse_key_claim')).toMatchObject([{ claimId: wanted.id }]);
  });

  test('a key that is given away moves at once, and is told of under its new holder', async ({
    scene,
    ana,
    bruno,
  }) => {
    const { wanted } = await claimed(scene);
    expect(await bruno.call.pix.claims.answer({ id: wanted.id, accept: true })).toMatchObject({
      status: 'completed',
    });
    expect(await claimsOf(ana)).toMatchObject([{ status: 'completed', endedBy: 'donor' }]);
    expect([await typesOf(ana), await typesOf(bruno)]).toEqual([['PHONE'], []]);
    expect(await bruno.call.pix.payee({ pixKey: PHONE.key })).toMatchObject({
      name: 'Ana Moreira',
      source: 'bank',
    });
  });

  test('without an answer it leaves its holder after 7 days and reaches the claimer after 14', async ({
    scene,
    ana,
    bruno,
    bank,
  }) => {
    await claimed(scene);
    await passDays(scene, 7);
    await look(bank);
    expect([await typesOf(ana), await typesOf(bruno)]).toEqual([[], []]);
    expect(await claimsOf(ana)).toMatchObject([{ status: 'confirmed', mayCancel: true }]);
    expect(await claimsOf(bruno)).toMatchObject([
      { status: 'confirmed', mayConfirm: false, mayCancel: false },
    ]);
    await passDays(scene, 7);
    await look(bank);
    await look(bank);
    expect(await typesOf(ana)).toEqual(['PHONE']);
    expect(await bellsOf(bank, ana.user.id)).toEqual([
      'A chave PIX que você pediu está livre',
      'A chave PIX é sua aqui',
    ]);
    expect(await bellsOf(bank, bruno.user.id)).toEqual([
      'Pediram uma chave PIX sua',
      'Sua chave PIX não é mais sua',
      'Sua chave PIX foi para outra conta',
    ]);
  });

  test('a claim from another institution is found by the daily look, and by nobody else', async ({
    ana,
    bruno,
    bank,
    simulator,
  }) => {
    await bruno.call.pix.keys.create(PHONE);
    await simulator.control('POST', '/simulator/claims', { key: PHONE.key, sameHolder: true });
    await look(bank);
    expect(await bellsOf(bank, bruno.user.id)).toEqual(['Pediram uma chave PIX sua']);
    const [{ id, institution } = { id: '', institution: '' }] = await claimsOf(bruno);
    expect(institution).toBe('NU PAGAMENTOS S.A.');
    expect(await claimsOf(ana)).toEqual([]);
    for (const accept of [true, false])
      expect(await codeOf(ana.call.pix.claims.answer({ id, accept }))).toBe('NOT_FOUND');
    await simulator.control('POST', '/simulator/claims/answer', { key: PHONE.key, act: 'cancel' });
    expect(await claimsOf(bruno)).toMatchObject([{ status: 'cancelled', endedBy: 'claimer' }]);
  });

  test('a claim that was given up and made again between two looks is two claims', async ({
    bruno,
    bank,
    simulator,
  }) => {
    await bruno.call.pix.keys.create(PHONE);
    await simulator.control('POST', '/simulator/claims', { key: PHONE.key });
    await look(bank);
    await simulator.control('POST', '/simulator/claims/answer', { key: PHONE.key, act: 'cancel' });
    await simulator.control('POST', '/simulator/claims', { key: PHONE.key });
    expect((await claimsOf(bruno)).map(({ status }) => status)).toEqual(['waiting', 'cancelled']);
  });

  test('a key that was given away is no longer told of under its former holder', async ({
    ana,
    bruno,
    simulator,
  }) => {
    await bruno.call.pix.keys.create(PHONE);
    expect(await ana.call.pix.payee({ pixKey: PHONE.key })).toMatchObject({ source: 'bank' });
    await simulator.control('POST', '/simulator/claims', { key: PHONE.key });
    const [{ id } = { id: '' }] = await claimsOf(bruno);
    await bruno.call.pix.claims.answer({ id, accept: true });
    expect(await ana.call.pix.payee({ pixKey: PHONE.key })).toMatchObject({ name: null, source: null });
  });

  test('who keeps a key that another person claims must still have the contact confirmed', async ({
    scene,
    bruno,
    bank,
  }) => {
    const { wanted } = await claimed(scene);
    await bank.db.transaction((tx) => tx.update(tx.tables.users).set({ phoneConfirmedAt: null }));
    const answer = (accept: boolean) => bruno.call.pix.claims.answer({ id: wanted.id, accept });
    expect(await codeOf(answer(false))).toBe('CONTACT_NOT_CONFIRMED');
    expect(await answer(true)).toMatchObject({ status: 'completed' });
  });

  test('where the rules for money hold, an answer needs a fresh proof, and a frozen account gives nothing away', async ({
    scene,
    bruno,
    bank,
  }) => {
    const { wanted } = await claimed(scene);
    await turnRulesOn(bank, bruno.user);
    const stale = sessionOf(bank, bruno, { proven: new Date(0) });
    for (const accept of [true, false])
      expect(await codeOf(stale.pix.claims.answer({ id: wanted.id, accept }))).toBe('REAUTHENTICATE');
    const own = sessionOf(bank, bruno);
    const { protections } = bank.db.tables;
    await bank.db.transaction((tx) =>
      tx
        .update(protections)
        .set({ frozenAt: bank.clock.real() })
        .where(eq(protections.userId, bruno.user.id)),
    );
    expect(await codeOf(own.pix.claims.answer({ id: wanted.id, accept: true }))).toBe(
      'ACCOUNT_FROZEN_BY_OWNER',
    );
    expect(await own.pix.claims.answer({ id: wanted.id, accept: false })).toMatchObject({
      status: 'cancelled',
    });
  });
});
