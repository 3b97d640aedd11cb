import { OWN_ACCOUNT_NAMES } from '#domain/account/movement-text';
import type { ChargeStatus } from '#domain/charge/words';
import { COVERED_KIND_LABELS, type CoveredKind, coverDirection } from '#domain/cover/words';
import { formatBrl } from '#domain/money';
import type { OrderKind } from '#domain/pix/words';
import { addressOf } from '#domain/places';
import type { About, Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';

const STATEMENTS = {
  checking: addressOf('/client/statement'),
  external: addressOf('/client/statement', { conta: 'externa' }),
};

/** `ending`: of a participle about `name` · `place`: screen of a completed order · `statement`: of its source account */
const ORDERS: Record<
  OrderKind,
  { name: string; ending: 'o' | 'a'; isDone: string; place: string; statement: string }
> = {
  pix: {
    name: 'PIX',
    ending: 'o',
    isDone: 'PIX enviado',
    place: STATEMENTS.external,
    statement: STATEMENTS.external,
  },
  boleto: {
    name: 'Pagamento de boleto',
    ending: 'o',
    isDone: 'Boleto pago',
    place: addressOf('/client/transfers', { aba: 'boleto' }),
    statement: STATEMENTS.checking,
  },
  move_in: {
    name: 'Transferência para a conta externa',
    ending: 'a',
    isDone: 'Transferência concluída',
    place: STATEMENTS.external,
    statement: STATEMENTS.checking,
  },
  move_out: {
    name: 'Transferência para a conta corrente',
    ending: 'a',
    isDone: 'Transferência concluída',
    place: STATEMENTS.checking,
    statement: STATEMENTS.external,
  },
  return: {
    name: 'Devolução de PIX',
    ending: 'a',
    isDone: 'PIX devolvido',
    place: STATEMENTS.external,
    statement: STATEMENTS.external,
  },
};

type Order = { kind: OrderKind; amountCents: number; payeeName: string | null };
type Failed = Order & { reason: string; wasDone: boolean };
type OtherPayee = { amountCents: number; name: string; confirmedName: string };
type Decided = { reasons: readonly string[] };
type Renamed = { key: string; name: string; nameBefore: string; wasPaid: boolean };
type Incoming = { amountCents: number; payerName: string | null };

type ChargePaid = Incoming & { id: string; was: ChargeStatus; description: string };

/** Why a payment of a charge needs a look. */
const UNEXPECTED: Partial<Record<ChargeStatus, string>> = {
  paid: 'Ela já estava paga: se foi engano, devolva este PIX pelo extrato.',
  expired: 'Ela já havia expirado: se você não esperava mais este PIX, devolva-o pelo extrato.',
  cancelled: 'Ela já estava cancelada: se você não esperava mais este PIX, devolva-o pelo extrato.',
  failed: 'O código dela não tinha sido confirmado: se você não esperava este PIX, devolva-o pelo extrato.',
};

type Covered = { kind: CoveredKind; amountCents: number; coverCents: number };
type CoveredFailed = Covered & { reason: string; fate: 'never' | 'returning' | 'stays' };

const payeeOf = ({ payeeName }: Order): string => (payeeName ? ` para ${typed(payeeName)}` : '');

export const paymentMessages = {
  pix_received: ({ amountCents, payerName }: Incoming): Message => {
    const from = payerName ? ` de ${typed(payerName)}` : '';
    const text = `Você recebeu um PIX de ${formatBrl(amountCents)}${from} na sua conta externa.`;
    return {
      title: `PIX recebido: ${formatBrl(amountCents)}`,
      place: addressOf('/client/pix'),
      bell: { text },
      mail: { paragraphs: [text], link: 'Ver o PIX' },
      receivedCents: amountCents,
      adminsIfClosed: true,
    };
  },

  charge_paid: ({ id, was, description, amountCents, payerName }: ChargePaid): Message => {
    const amount = formatBrl(amountCents);
    const who = payerName ? typed(payerName) : 'Alguém';
    const text = `${who} pagou ${amount} da cobrança “${typed(description)}”. O valor já está na sua conta externa.`;
    const unexpected = UNEXPECTED[was];
    return {
      title: was === 'paid' ? `Cobrança paga de novo: ${amount}` : `Cobrança paga: ${amount}`,
      place: addressOf('/client/cobrancas', { cobranca: id }),
      bell: { text: unexpected === undefined ? text : `${text} ${unexpected}` },
      mail: { paragraphs: unexpected === undefined ? [text] : [text, unexpected], link: 'Ver a cobrança' },
      receivedCents: amountCents,
      adminsIfClosed: true,
    };
  },

  /** `isPart`: `amountCents` is a part of the PIX. */
  pix_taken_back: ({ amountCents, payerName, isPart }: Incoming & { isPart: boolean }): Message => {
    const which = payerName ? `que ${typed(payerName)} enviou a você` : 'que você recebeu';
    const amount = formatBrl(amountCents);
    const text = isPart
      ? `O provedor de pagamentos devolveu a quem pagou ${amount} do PIX ${which}. O valor saiu da sua conta externa.`
      : `O PIX de ${amount} ${which} foi devolvido a quem pagou e saiu da sua conta externa.`;
    return {
      title: `PIX devolvido: ${formatBrl(amountCents)}`,
      place: addressOf('/client/pix'),
      bell: { text },
      mail: { paragraphs: [text], link: 'Ver o PIX' },
      adminsIfClosed: true,
    };
  },

  /** It came while the customer had no access, and never reached their account. */
  held_pix_returned: ({ amountCents, payerName }: Incoming, { env }: About): Message => {
    const from = payerName ? ` de ${typed(payerName)}` : '';
    const text = `Um PIX de ${formatBrl(amountCents)}${from} chegou para você enquanto o seu acesso estava desativado e foi devolvido a quem pagou.`;
    return {
      title: `PIX devolvido a quem pagou: ${formatBrl(amountCents)}`,
      place: null,
      bell: { text },
      mail: { paragraphs: [text, `Se tiver dúvidas, escreva para ${env.SUPPORT_EMAIL}.`] },
    };
  },

  /** Its receiver gave back a PIX of the customer, or a part of it. */
  pix_came_back: ({ amountCents, payerName }: Incoming): Message => {
    const who = payerName ? typed(payerName) : 'Quem recebeu um PIX seu';
    const text = `${who} devolveu ${formatBrl(amountCents)} a você. O valor já está na sua conta externa.`;
    return {
      title: `Devolução de PIX: ${formatBrl(amountCents)}`,
      place: STATEMENTS.external,
      bell: { text },
      mail: { paragraphs: [text], link: 'Ver o extrato' },
      adminsIfClosed: true,
    };
  },

  /** The money was not sent, or has come back. */
  payment_failed: ({ reason, wasDone, ...order }: Failed): Message => {
    const { name, ending, statement } = ORDERS[order.kind];
    const amount = formatBrl(order.amountCents);
    const fate = wasDone ? `devolvid${ending}` : `não concluíd${ending}`;
    const what = `${name} de ${amount}${payeeOf(order)} ${wasDone ? `foi devolvid${ending}` : `não foi concluíd${ending}`}.`;
    const text = `${what} O dinheiro voltou para a sua conta. Motivo: ${reason}`;
    return {
      title: `${name} ${fate}: ${amount} de volta`,
      place: statement,
      bell: { text },
      mail: { paragraphs: [text], link: 'Ver o extrato' },
      adminsIfClosed: true,
    };
  },

  /** An order that its owner saw as in progress is completed. */
  payment_done: (order: Order): Message => {
    const { isDone, name, ending, place } = ORDERS[order.kind];
    const amount = formatBrl(order.amountCents);
    return {
      title: `${isDone}: ${amount}`,
      place,
      bell: { text: `${name} de ${amount}${payeeOf(order)} foi concluíd${ending}.` },
    };
  },

  /** The provider paid somebody else than the code had named when it was confirmed. */
  other_payee_paid: ({ amountCents, name, confirmedName }: OtherPayee): Message => {
    const text = `O PIX de ${formatBrl(amountCents)} que você confirmou para ${typed(confirmedName)} foi recebido por ${typed(name)}. Se você não conhece quem recebeu, fale já com o atendimento.`;
    return {
      title: 'Quem recebeu não é quem você confirmou',
      place: STATEMENTS.external,
      bell: { text },
      mail: { paragraphs: [text], link: 'Ver o extrato' },
    };
  },

  /** Known only after the payment: the provider had not told the name before. `wasPaid`: under the name before, else it was looked up. */
  payee_renamed: ({ key, name, nameBefore, wasPaid }: Renamed): Message => ({
    title: `O nome mudou desde a ${wasPaid ? 'última vez' : 'consulta'}`,
    place: STATEMENTS.external,
    bell: {
      text: `A chave ${key} é agora de ${name}. ${wasPaid ? 'Da última vez que você pagou' : 'Quando você consultou'}, era de ${nameBefore}. Se não era quem você queria pagar, peça a devolução a quem recebeu.`,
    },
  }),

  /** A payment whose cover arrived after its owner had stopped waiting. */
  covered_payment_done: (paid: Covered): Message => {
    const { title, from, place } = coveredWords(paid);
    return {
      title: `${title} com dinheiro da ${from}`,
      place,
      bell: { text: `${title}, com ${formatBrl(paid.coverCents)} da ${from}.` },
    };
  },

  covered_payment_failed: ({ reason, fate, ...unpaid }: CoveredFailed): Message => {
    const { title, from, paying } = coveredWords(unpaid);
    const cover = formatBrl(unpaid.coverCents);
    const fates = {
      never: 'Nada saiu das suas contas.',
      returning: `O dinheiro que faltava, ${cover}, está voltando para a ${from}.`,
      stays: `O dinheiro que faltava, ${cover}, ficou na ${paying}.`,
    };
    const text = `${title}: não foi possível concluir. Motivo: ${reason.replace(/\.$/, '')}.`;
    return {
      title: `Não concluído: ${title}`,
      place: addressOf('/client/statement'),
      bell: { text: `${text} ${fates[fate]}` },
      mail: { paragraphs: [text, fates[fate]], link: 'Ver o extrato' },
      adminsIfClosed: true,
    };
  },

  external_account_approved: (facts: Decided): Message =>
    decision(facts, {
      title: 'Sua conta de pagamentos foi aprovada',
      text: 'Você já pode usar o PIX: crie a sua primeira chave.',
      place: addressOf('/client/pix'),
      link: 'Abrir o PIX',
    }),

  external_account_rejected: (facts: Decided): Message =>
    decision(facts, {
      title: 'Sua conta de pagamentos precisa de atenção',
      text: 'Os seus dados ou documentos não foram aceitos. Veja o motivo e envie novamente.',
      place: addressOf('/client/asaas-account'),
      link: 'Ver o motivo',
    }),
} satisfies Messages;

function coveredWords({ kind, amountCents }: Covered) {
  const pots = [OWN_ACCOUNT_NAMES.checking, OWN_ACCOUNT_NAMES.external].map((name) => name.toLowerCase());
  const [paying, from] = coverDirection(kind) === 'out' ? pots : pots.toReversed();
  const title = `${COVERED_KIND_LABELS[kind]} de ${formatBrl(amountCents)}`;
  return {
    title,
    paying,
    from,
    place: coverDirection(kind) === 'out' ? STATEMENTS.checking : STATEMENTS.external,
  };
}

function decision(
  { reasons }: Decided,
  { title, text, place, link }: { title: string; text: string; place: string; link: string },
): Message {
  const given = reasons.length > 0 ? [`Motivo informado: ${reasons.join('; ')}`] : [];
  return { title, place, bell: { text }, mail: { paragraphs: [text, ...given], link } };
}
