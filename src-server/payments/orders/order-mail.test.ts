import { describe, expect } from 'vitest';
import type { ProviderState } from '#domain/pix/order';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { concludeOrder } from './conclude-order.ts';
import type { NewOrder } from './order-row.ts';
import { placeOrder } from './place-order.ts';
import type { orderScene } from './testing/order-scene.ts';
import { test } from './testing/order-test.ts';

const at = { providerId: 'tra_1', amountCents: 4_000, endToEndId: null, payee: null };
const DONE: ProviderState = { kind: 'done', at };
const FAILED: ProviderState = { kind: 'failed', at, reason: 'Conta encerrada.' };

type Scene = Awaited<ReturnType<typeof orderScene>>;

const order = ({ bank, ana, external }: Scene, kind: NewOrder['kind']) =>
  bank.db.transaction(async (tx) => {
    const isOutside = kind === 'pix' || kind === 'move_out';
    const isMove = kind === 'move_in' || kind === 'move_out';
    const id = await placeOrder(
      tx,
      { ...bank, user: ana.user },
      {
        kind,
        amountCents: 4_000,
        description: 'Aluguel',
        fromAccountId: isOutside ? external : ana.accountId,
        ...(!isMove && { target: 'maria@correio.example', payeeName: 'Maria Luz' }),
        ...(kind === 'pix' && { targetType: 'EMAIL' }),
      },
    );
    await record(tx, systemActor(bank), { action: 'pix_transfer', entityType: 'transaction', entityId: id });
    return id;
  });

async function told({ bank }: Scene, kind: 'payment_done' | 'payment_failed') {
  const { notifications, outbox } = bank.db.tables;
  const plain = (text: string) => text.replaceAll('\u00A0', ' ');
  const bells = (await bank.db.select().from(notifications)).filter((one) => one.kind === kind);
  const mails = (await bank.db.select().from(outbox)).filter((one) => one.kind === kind);
  return {
    bells: bells.map(({ title, text, href }) => ({ title: plain(title), text: plain(text), href })),
    mails: mails.map(({ subject, text }) => ({ subject: plain(subject), text: plain(text) })),
  };
}

const PIX = { name: 'PIX', to: ' para Maria Luz', ending: 'o', back: '/client/statement?conta=externa' };
const BOLETO = { name: 'Pagamento de boleto', to: ' para Maria Luz', ending: 'o', back: '/client/statement' };
const INTO = { name: 'Transferência para a conta externa', to: '', ending: 'a', back: '/client/statement' };
const OUT = {
  name: 'Transferência para a conta corrente',
  to: '',
  ending: 'a',
  back: '/client/statement?conta=externa',
};

describe.each([
  { kind: 'pix' as const, ...PIX, done: 'PIX enviado', href: '/client/statement?conta=externa' },
  { kind: 'boleto' as const, ...BOLETO, done: 'Boleto pago', href: '/client/transfers?aba=boleto' },
  {
    kind: 'move_in' as const,
    ...INTO,
    done: 'Transferência concluída',
    href: '/client/statement?conta=externa',
  },
  { kind: 'move_out' as const, ...OUT, done: 'Transferência concluída', href: '/client/statement' },
])('the owner of a $kind', ({ kind, name, to, ending, back, done, href }) => {
  test('the owner of a failed $kind is told, with a link to the entry that gave the money back', async ({
    scene,
  }) => {
    expect(await concludeOrder(scene.bank, await order(scene, kind), FAILED)).toBe('fail');
    const title = `${name} não concluíd${ending}: R$ 40,00 de volta`;
    const what = `${name} de R$ 40,00${to} não foi concluíd${ending}.`;
    const text = `${what} O dinheiro voltou para a sua conta. Motivo: Conta encerrada.`;
    const { bells, mails } = await told(scene, 'payment_failed');
    expect(bells).toEqual([{ title, text, href: back }]);
    expect(mails).toMatchObject([{ subject: title, text: expect.stringContaining(text) }]);
    expect(mails[0]?.text.split('\n')).toContain(scene.bank.env.APP_ORIGIN + back);
  });

  test('the owner of a $kind is told of its arrival, and later of its return', async ({ scene }) => {
    const id = await order(scene, kind);
    expect(await concludeOrder(scene.bank, id, DONE)).toBe('settle');
    expect((await told(scene, 'payment_done')).bells).toEqual([
      { title: `${done}: R$ 40,00`, text: `${name} de R$ 40,00${to} foi concluíd${ending}.`, href },
    ]);
    expect(await concludeOrder(scene.bank, id, FAILED)).toBe('return');
    const { bells, mails } = await told(scene, 'payment_failed');
    const title = `${name} devolvid${ending}: R$ 40,00 de volta`;
    expect(bells).toMatchObject([{ title, href: back }]);
    expect(bells[0]?.text).toContain(`${name} de R$ 40,00${to} foi devolvid${ending}.`);
    expect(mails).toMatchObject([{ subject: title }]);
  });
});
