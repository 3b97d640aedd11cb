import { formatDay } from '#domain/date';
import { formatBrl } from '#domain/money';
import { addressOf } from '#domain/places';
import type { About, Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';

type Proposal = { fullName: string; amountCents: number; termMonths: number; purpose: string };
type Defaulted = { fullName: string; purpose: string; overdue: number };
type Closed = { fullName: string; username: string; title: string; text: string };
type Told = Message & { text: string; link: string };

/** Same text in e-mail and notification. */
const told = ({ text, link, ...message }: Told): Message => ({
  ...message,
  bell: { text },
  mail: { paragraphs: [typed(text)], link },
});

const userPlace = (username: string): string => addressOf('/admin/users', { busca: username });

export const adminMessages = {
  new_client: ({ fullName, username }: { fullName: string; username: string }): Message =>
    told({
      admins: 'notifyNewClients',
      title: 'Novo cliente',
      text: `${fullName} abriu uma conta.`,
      place: userPlace(username),
      link: 'Ver o cadastro',
    }),

  new_credit_proposal: ({ fullName, amountCents, termMonths, purpose }: Proposal): Message =>
    told({
      admins: 'notifyCreditProposals',
      title: 'Nova proposta de crédito',
      text: `${fullName} pediu ${formatBrl(amountCents)} em ${termMonths} ${termMonths === 1 ? 'parcela' : 'parcelas'}: ${purpose}`,
      place: addressOf('/admin/credit'),
      link: 'Ver propostas',
    }),

  pix_held: ({ fullName, amountCents }: { fullName: string; amountCents: number }): Message =>
    told({
      admins: 'always',
      title: 'PIX retido',
      text: `Um PIX de ${formatBrl(amountCents)} chegou para ${fullName}, que está sem acesso. Libere-o ou devolva-o a quem pagou.`,
      place: addressOf('/admin/held-payments'),
      link: 'Ver PIX retidos',
    }),

  credit_review_asked: ({ fullName, purpose }: { fullName: string; purpose: string }): Message =>
    told({
      admins: 'always',
      title: 'Pedido de revisão de análise de crédito',
      text: `${fullName} pede que uma pessoa reveja a análise de “${purpose}”.`,
      place: addressOf('/admin/credit', { status: 'review' }),
      link: 'Ver propostas',
    }),

  instalments_overdue: ({ day, count, cents }: { day: string; count: number; cents: number }): Message => {
    const what = count === 1 ? '1 parcela venceu sem ser paga' : `${count} parcelas venceram sem ser pagas`;
    return told({
      dedupe: day,
      admins: 'notifyLatePayments',
      title: `Parcelas em atraso desde ${formatDay(day)}`,
      text: `${what}: ${formatBrl(cents)}.`,
      place: addressOf('/admin/operations', { atraso: 1 }),
      link: 'Ver operações',
    });
  },

  customer_defaulted: ({ fullName, purpose, overdue }: Defaulted): Message =>
    told({
      kind: 'credit_defaulted',
      admins: 'notifyLatePayments',
      title: 'Crédito inadimplente',
      text: `${fullName} tem ${overdue} parcelas em atraso de “${purpose}”.`,
      place: addressOf('/admin/operations'),
      link: 'Ver operações',
    }),

  clock_ahead: ({ reading }: { reading: string }): Message =>
    told({
      admins: 'always',
      title: 'A rotina diária está parada: confira o relógio da máquina',
      text: `No servidor, ${reading}. Débitos de parcelas, vencimentos, avisos e a conciliação esperam. Se o relógio estiver errado, corrija-o; se estiver certo, confirme-o em Tarefas.`,
      place: addressOf('/admin/jobs'),
      link: 'Ver tarefas',
    }),

  /** What one administrator alone changed for all customers. `by`: their name. */
  bank_rules_changed: ({ by, what }: { by: string; what: string }): Message =>
    told({
      admins: 'always',
      title: 'Uma regra do banco mudou',
      text: `${by} mudou ${what}. Se ninguém combinou isso, veja na auditoria o que mudou e fale com as outras pessoas da administração.`,
      place: addressOf('/admin/audit'),
      link: 'Ver a auditoria',
    }),

  closed_customer: ({ fullName, username, title, text }: Closed): Message =>
    told({
      admins: 'always',
      title: `Cadastro encerrado: ${title}`,
      text: `${fullName} encerrou a conta e não recebe avisos. O que lhe diria: ${text}`,
      place: userPlace(username),
      link: 'Ver o cadastro',
    }),

  test: (_: object, { env }: About): Message => ({
    title: `Mensagem de teste do ${env.BRAND_NAME}`,
    place: addressOf('/admin/settings'),
    mail: {
      paragraphs: [
        'Esta é uma mensagem de teste, pedida nas configurações do sistema. Se você a recebeu, o envio de e-mail funciona: acentuação, cores e botão devem estar legíveis.',
      ],
      link: 'Abrir as configurações',
    },
  }),
} satisfies Messages;
