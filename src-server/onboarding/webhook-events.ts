import type { Bank } from '#server/kernel/context';
import { WEBHOOK_PATH } from '#server/onboarding/webhook-token';
import type { NewWebhook } from '#server/provider/shapes';
import { webhookToken } from './webhook-token.ts';

const of = (subject: string, words: readonly string[]): string[] => words.map((word) => `${subject}_${word}`);
const REVIEWED = ['APPROVED', 'AWAITING_APPROVAL', 'PENDING', 'REJECTED'];

export const WEBHOOK_EVENTS: readonly string[] = [
  ...['BANK_ACCOUNT_INFO', 'COMMERCIAL_INFO', 'DOCUMENT', 'GENERAL_APPROVAL'].flatMap((part) =>
    of(`ACCOUNT_STATUS_${part}`, REVIEWED),
  ),
  ...of('TRANSFER', ['CREATED', 'PENDING', 'IN_BANK_PROCESSING', 'BLOCKED', 'DONE', 'FAILED', 'CANCELLED']),
  ...of('BILL', ['CREATED', 'PENDING', 'BANK_PROCESSING', 'PAID', 'CANCELLED', 'FAILED', 'REFUNDED']),
  ...of('PAYMENT', [
    'RECEIVED',
    'CONFIRMED',
    'REFUNDED',
    'PARTIALLY_REFUNDED',
    'REFUND_IN_PROGRESS',
    'REFUND_DENIED',
  ]),
];

export const newWebhook = (bank: Pick<Bank, 'env' | 'keys'>): NewWebhook => ({
  url: `${bank.env.APP_ORIGIN}${WEBHOOK_PATH}`,
  authToken: webhookToken(bank),
  events: WEBHOOK_EVENTS,
  email: bank.env.SUPPORT_EMAIL,
});
