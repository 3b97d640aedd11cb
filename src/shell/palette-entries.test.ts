import { describe, expect, test } from 'vitest';
import { accountNumberFrom } from '#domain/account/number';
import type { Role } from '#domain/auth/role';
import { writeBrCode } from '#domain/pix/br-code';
import { recognise } from '#domain/recognise';
import { type Entry, type EntryAction, sectionsFor } from './palette-entries.ts';

const TODAY = '2026-11-21';
const LINE = '10492006506100010004200997263900989810000021403';

function sections(role: Role, query: string) {
  return sectionsFor(role, query, { recognised: recognise(query, TODAY), people: [] });
}
const entries = (role: Role, query: string): Entry[] => sections(role, query).flatMap((one) => one.entries);
const labels = (role: Role, query: string) => entries(role, query).map(({ label }) => label);
const hrefOf = (action: EntryAction | undefined) => (action?.kind === 'go' ? action.href : '');
const handedOver = (action: EntryAction | undefined) => (action?.kind === 'go' ? action.handOver : undefined);

describe('what the palette offers', () => {
  test('an empty palette offers all screens and actions of the role', () => {
    expect(sections('cliente', '').map(({ label }) => label)).toEqual(['Telas', 'Ações']);
    expect(labels('cliente', '')).toEqual(expect.arrayContaining(['Dashboard', 'Extrato', 'Pagar boleto']));
    expect(entries('cliente', '').filter(({ action }) => hrefOf(action).startsWith('/admin'))).toEqual([]);
    expect(entries('admin', '').filter(({ action }) => hrefOf(action).startsWith('/client'))).toEqual([]);
    for (const role of ['cliente', 'admin'] as const) {
      const ids = entries(role, '').map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('the palette finds a screen by its name first, then by its other words', () => {
    expect(labels('cliente', 'cred')[0]).toBe('Crédito');
    expect(labels('cliente', 'EMPRÉSTIMO')).toEqual(['Crédito', 'Meus Créditos']);
    expect(labels('cliente', 'qr receber')).toEqual(['Receber com QR Code']);
    expect(labels('cliente', 'gastos do mes')).toEqual(['Raio-X do mês']);
    expect(labels('cliente', 'raio-x')).toEqual(['Raio-X do mês']);
    expect(labels('cliente', 'ajuda')[0]).toBe('Fale com o atendimento');
    expect(labels('admin', 'logs')).toEqual(['Auditoria']);
    expect(labels('cliente', 'nada disso')).toEqual([]);
  });

  test('a pasted code leads to its payment screen without appearing in the URL', () => {
    const [boleto] = entries('cliente', LINE);
    expect(boleto?.label.replace(/\s/g, ' ')).toBe('Pagar boleto de R$ 214,03');
    expect(handedOver(boleto?.action)).toEqual({ to: 'boleto', text: LINE });
    const payload = writeBrCode({ key: '52998224725', name: 'Ana', city: 'SANTOS', amountCents: 500 });
    const [pix] = entries('cliente', payload);
    expect(handedOver(pix?.action)).toEqual({ to: 'pix', text: payload });
    const [key] = entries('cliente', '529.982.247-25');
    expect(handedOver(key?.action)).toEqual({ to: 'pix', text: '52998224725' });
    for (const entry of [boleto, pix, key]) expect(hrefOf(entry?.action)).not.toMatch(/\d/);
  });

  test('a dynamic PIX code, whose amount only the provider knows, leads to its payment without one', () => {
    const dynamic =
      '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4';
    expect(recognise(dynamic, TODAY)).toMatchObject([{ kind: 'pixCode' }]);
    const [pix] = entries('cliente', dynamic);
    expect(pix?.label).toBe('Pagar PIX para Fulano de Tal');
    expect(handedOver(pix?.action)).toEqual({ to: 'pix', text: dynamic });
  });

  test("an administrator's palette opens a pasted account number but no payment code", () => {
    const accountNumber = accountNumberFrom(42);
    expect(hrefOf(entries('cliente', accountNumber)[0]?.action)).toBe(
      `/client/transfers?conta=${accountNumber}`,
    );
    expect(hrefOf(entries('admin', accountNumber)[0]?.action)).toBe(`/admin/accounts?busca=${accountNumber}`);
    expect(entries('admin', LINE)).toEqual([]);
    expect(entries('admin', '529.982.247-25')).toEqual([]);
  });
});
