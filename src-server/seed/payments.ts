import { boletoPaySchema } from '#domain/account/boleto-input';
import { newBankBoleto } from '#domain/account/new-boleto';
import { addDays } from '#domain/date';
import { parseDecimal } from '#domain/money';
import { writeBrCode } from '#domain/pix/br-code';
import { moveSchema, pixTransferSchema } from '#domain/pix/input';
import type { PixKeyType } from '#domain/pix/key';
import { createKeySchema } from '#domain/pix/key-input';
import type { SignedInContext } from '#server/kernel/context';
import { externalAccount } from '#server/onboarding/account';
import { createSubaccount } from '#server/onboarding/create-subaccount';
import { listDocuments, sendDocument } from '#server/onboarding/documents';
import { openedAccount } from '#server/onboarding/external-account';
import { payBoleto } from '#server/payments/boleto-pay';
import { createKey } from '#server/payments/keys';
import { move } from '#server/payments/move';
import { receive } from '#server/payments/receive';
import { transfer } from '#server/payments/transfer';
import { answerOf } from '#server/provider/answer-of';
import type { Payer, ProviderControls } from './embedded-provider.ts';
import type { PersonKey } from './people.ts';
import { type Relation, type SeedDay, scheduled } from './relations.ts';

type Act = (ctx: SignedInContext, provider: ProviderControls) => Promise<unknown>;
type Planned = { daysAgo: number; time: string; by: PersonKey; act: Act };

/** PIX recipients: a code with name, or a bare key. */
const PAYEES = {
  livraria: code('caixa@livrariabeiramar.example', 'Livraria Beira-Mar'),
  farmacia: code('pix@farmaciaipe.example', 'Farmácia do Ipê'),
  dentista: code('16180339000157', 'Clínica Sorriso Aberto'),
  padaria: code('+5511940028933', 'Padaria Pão da Serra'),
  nuvem: code('cobranca@nuvemserra.example', 'Nuvem Serra Hospedagem'),
  contador: code('14142135000104', 'Contábil Horizonte'),
  julia: 'julia.freitas@correio.example',
  bruno: '+5511976120944',
} as const;

/** Fictitious payers at other banks. */
const PAYERS = {
  editora: { name: 'Editora Beira-Rio Ltda.', document: '17320508000170' },
  julia: { name: 'Júlia Campos Freitas', document: '57721566401' },
  otavio: { name: 'Otávio Lins Barreto', document: '69314718050' },
  clinica: { name: 'Clínica Vida Serena Ltda.', document: '16180339000157' },
  moveis: { name: 'Móveis Jatobá Comércio Ltda.', document: '14142135000104' },
} as const satisfies Record<string, Payer>;

/** One of Ana's PIX fails and is repeated; Carla's account awaits documents. */
const PLAN: Planned[] = [
  ...opened('ana', 160, ['CPF', '529.982.247-25'], ['EMAIL', 'ana.moreira@correio.example']),
  moved(158, '19:20', 'ana', 'in', '600.00'),
  arrived(149, '12:37', 'ana', '320.00', PAYERS.julia, 'Vaquinha do presente'),
  sent(142, '18:05', 'ana', '84.50', PAYEES.livraria, 'Presente da professora'),
  { daysAgo: 120, time: '21:16', by: 'ana', act: keyMade('EVP') },
  arrived(110, '10:48', 'ana', '1250.00', PAYERS.editora, 'Ilustrações do livro'),
  moved(88, '09:12', 'ana', 'out', '700.00'),
  sent(64, '20:41', 'ana', '150.00', PAYEES.bruno, 'Metade do ingresso'),
  { daysAgo: 64, time: '20:42', by: 'bruno', act: booked },
  failed(52, '14:22', 'ana', '430.00', PAYEES.dentista, 'Consulta'),
  sent(52, '14:51', 'ana', '430.00', PAYEES.dentista, 'Consulta'),
  arrived(35, '16:30', 'ana', '480.00', PAYERS.otavio, 'Cartão de visita'),
  paid(24, '08:47', 'ana', '389.90'),
  sent(22, '19:03', 'ana', '119.90', PAYEES.farmacia, 'Farmácia'),
  arrived(12, '11:14', 'ana', '260.00', PAYERS.editora, 'Revisão da capa'),
  sent(9, '13:09', 'ana', '64.30', PAYEES.padaria, 'Café com a Elisa'),
  moved(6, '08:33', 'ana', 'in', '200.00'),
  arrived(2, '17:55', 'ana', '75.00', PAYERS.julia, 'Táxi de ontem'),
  sent(1, '12:31', 'ana', '42.00', PAYEES.julia, 'Lanche da trilha'),

  ...opened('vale', 150, ['CNPJ', '12ABC34501DE35'], ['EVP']),
  arrived(140, '10:02', 'vale', '12800.00', PAYERS.moveis, 'Loja virtual, primeira etapa'),
  sent(121, '15:26', 'vale', '2350.00', PAYEES.nuvem, 'Hospedagem e licenças'),
  arrived(92, '09:44', 'vale', '9600.00', PAYERS.clinica, 'Agenda da clínica'),
  moved(80, '17:21', 'vale', 'out', '8000.00'),
  sent(60, '11:50', 'vale', '1890.00', PAYEES.contador, 'Honorários contábeis'),
  paid(45, '10:36', 'vale', '1240.75'),
  arrived(33, '14:18', 'vale', '7400.00', PAYERS.moveis, 'Loja virtual, segunda etapa'),
  sent(18, '15:07', 'vale', '640.00', PAYEES.nuvem, 'Hospedagem'),
  arrived(8, '10:29', 'vale', '5200.00', PAYERS.clinica, 'Manutenção trimestral'),
  moved(5, '16:40', 'vale', 'out', '3000.00'),
  sent(1, '09:15', 'vale', '415.20', PAYEES.livraria, 'Livros técnicos'),

  ...opened('bruno', 100, ['PHONE', '11976120944']),
  moved(98, '20:30', 'bruno', 'in', '350.00'),
  sent(40, '19:48', 'bruno', '96.00', PAYEES.julia, 'Presente em grupo'),

  { daysAgo: 1, time: '10:05', by: 'carla', act: createSubaccount },
];

export function paymentsOf(days: readonly SeedDay[], provider: ProviderControls): Relation[] {
  const atProvider = (act: Act) => (ctx: SignedInContext) => {
    provider.setMoment(ctx.clock.now());
    return act(ctx, provider);
  };
  return scheduled(
    days,
    PLAN.map(({ act, ...rest }) => ({ ...rest, act: atProvider(act) })),
  );
}

type Key = [type: PixKeyType, key?: string];

function opened(by: PersonKey, daysAgo: number, ...keys: Key[]): Planned[] {
  return [
    { daysAgo, time: '10:12', by, act: createSubaccount },
    { daysAgo, time: '10:31', by, act: documentsSent },
    { daysAgo: daysAgo - 1, time: '09:30', by, act: approved },
    ...keys.map((key, place): Planned => {
      const time = `09:4${place}`;
      return { daysAgo: daysAgo - 1, time, by, act: keyMade(...key) };
    }),
  ];
}

/** A one-pixel PNG. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function documentsSent(ctx: SignedInContext): Promise<void> {
  const file = new Blob([PICTURE], { type: 'image/png' });
  const { documents } = await listDocuments(ctx);
  for (const { id: documentId } of documents) await sendDocument(ctx, { documentId, file });
}

async function approved(ctx: SignedInContext, provider: ProviderControls): Promise<void> {
  await provider.approve(ctx.user.id);
  await externalAccount(ctx);
}

function keyMade(...[type, key]: Key): Act {
  return (ctx) => createKey(ctx, createKeySchema.parse({ type, key }));
}

function moved(
  daysAgo: number,
  time: string,
  by: PersonKey,
  direction: 'in' | 'out',
  amount: string,
): Planned {
  return { daysAgo, time, by, act: (ctx) => move(ctx, moveSchema.parse({ direction, amount })) };
}

type What = [amount: string, pixKey: string, description: string];

function sent(daysAgo: number, time: string, by: PersonKey, ...what: What): Planned {
  const [amount, pixKey, description] = what;
  const act: Act = (ctx) => transfer(ctx, pixTransferSchema.parse({ pixKey, amount, description }));
  return { daysAgo, time, by, act };
}

function failed(daysAgo: number, time: string, by: PersonKey, ...what: What): Planned {
  const { act } = sent(daysAgo, time, by, ...what);
  return {
    daysAgo,
    time,
    by,
    act: (ctx, provider) => {
      provider.failNext();
      return act(ctx, provider);
    },
  };
}

function arrived(
  daysAgo: number,
  time: string,
  by: PersonKey,
  ...[amount, from, description]: [amount: string, from: Payer, description: string]
): Planned {
  return {
    daysAgo,
    time,
    by,
    act: async (ctx, provider) => {
      await provider.pay(ctx.user.id, { amount, from, description });
      await booked(ctx);
    },
  };
}

/** Books today's incoming payments, as a webhook would. */
async function booked(ctx: SignedInContext): Promise<void> {
  const { external, account } = await openedAccount(ctx);
  for (const payment of answerOf(await account.payments(ctx.clock.today())))
    await receive(ctx, external, payment);
}

function paid(daysAgo: number, time: string, by: PersonKey, amount: string): Planned {
  const act: Act = (ctx) => {
    const amountCents = parseDecimal(amount) ?? 0;
    const { line } = newBankBoleto(amountCents, addDays(ctx.clock.today(), 2), daysAgo);
    return payBoleto(ctx, boletoPaySchema.parse({ line, amount }));
  };
  return { daysAgo, time, by, act };
}

function code(key: string, name: string): string {
  return writeBrCode({ key, name, city: 'Sao Bernardo' });
}
