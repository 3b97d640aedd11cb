import { cleanText } from '#domain/text';
import type { Bank } from '#server/kernel/context';
import { drain } from '#server/work/queue';
import { claimMessage, dueIds, markFailed, markSent, type OutboxRow } from './claim.ts';
import { Expired, hasExpired } from './expiry.ts';
import { freezeLinkOf } from './freeze-link.ts';
import { onMailSheet } from './mail-sheet.ts';
import { openBody } from './sealed.ts';
import { type Carrier, outcomeOf } from './smtp.ts';

export type Sending = Pick<Bank, 'db' | 'clock' | 'env' | 'keys' | 'log'>;

/**
 * Claims and sends one by one, most urgent first, then oldest, outside transactions. Returns 'unreachable' without a
 * server.
 */
export async function sendDue(
  bank: Sending,
  carrier: Carrier,
  isStopping: () => boolean = () => false,
): Promise<'done' | 'unreachable'> {
  let isReached = true;
  const queue = {
    due: () => dueIds(bank, carrier.channel),
    work: async (id: string) => {
      const row = await claimMessage(bank, id);
      if (row) isReached = (await sendOne(bank, carrier, row)) !== 'unreachable';
    },
    atOnce: 1,
  };
  await drain(queue, () => !isReached || isStopping());
  return isReached ? 'done' : 'unreachable';
}

async function sendOne(
  bank: Sending,
  carrier: Carrier,
  row: OutboxRow,
): Promise<'sent' | ReturnType<typeof outcomeOf>> {
  const { id, kind, attempts, recipient, subject, createdAt } = row;
  const messageId = messageIdOf(id, bank.env);
  try {
    // Hours later somebody would type a code that is refused, and the bank pay an SMS for it.
    if (hasExpired(row, bank.clock.now())) throw new Expired('its code has expired');
    const said = openBody(bank.keys, row);
    const body =
      carrier.channel === 'mail'
        ? onMailSheet({ subject, ...said }, bank.env, await freezeLinkOf(bank, row))
        : said;
    await carrier.send({ messageId, recipient, subject, createdAt, ...body });
  } catch (error) {
    const failure = error instanceof Expired ? 'refused' : outcomeOf(error);
    const isGivenUp = await markFailed(bank, row, failure, reasonOf(error));
    bank.log[isGivenUp ? 'error' : 'warn'](
      { id, kind, attempts, failure },
      isGivenUp ? 'mail given up' : 'mail not sent',
    );
    return failure;
  }
  await markSent(bank, row);
  bank.log.info({ id, kind, attempts }, 'mail sent');
  return 'sent';
}

/** The same for every try, so that duplicates are recognized. */
export function messageIdOf(
  id: string,
  { MAIL_FROM, APP_ORIGIN }: Pick<Bank['env'], 'MAIL_FROM' | 'APP_ORIGIN'>,
): string {
  const domain = /@([^@>\s]+)>?\s*$/.exec(MAIL_FROM ?? '')?.[1] ?? new URL(APP_ORIGIN).hostname;
  return `<${id}@${domain}>`;
}

const reasonOf = (error: unknown): string =>
  cleanText(error instanceof Error ? error.message : String(error));
