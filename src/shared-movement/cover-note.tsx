import { OWN_ACCOUNT_NAMES } from '#domain/account/movement-text';
import { formatBrl } from '#domain/money';
import { trpc } from '../trpc.ts';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { useChecking } from './checking.ts';
import type { WithCover } from './cover.ts';

type Paying = { from: 'checking' | 'external' };

/** Says before the confirmation what the other account adds; nothing if the paying one has enough. */
export function CoverNote({ from, coverCents }: Paying & WithCover) {
  const checking = useChecking();
  const external = trpc.pix.balance.useQuery(undefined, { enabled: coverCents > 0 && from === 'checking' });
  if (coverCents === 0) return null;
  const balance = (from === 'checking' ? external.data : checking)?.balance;
  return (
    <Notice
      status="info"
      title={
        <>
          Faltam <Money cents={coverCents} exposed /> na {nameOf(from)}
        </>
      }
    >
      {balance && (
        <>
          Você tem <Money decimal={balance} /> na {otherOf(from)}:{' '}
        </>
      )}
      {balance ? 'o que falta' : 'O que falta'} vem de lá, nesta mesma confirmação. Se o pagamento não puder
      ser feito, o valor volta.
    </Notice>
  );
}

const nameOf = (type: Paying['from']): string => OWN_ACCOUNT_NAMES[type].toLowerCase();
const otherOf = (from: Paying['from']): string => nameOf(from === 'checking' ? 'external' : 'checking');

/** Ending of a button's label: ", com R$ 200,00 da conta externa". */
export const withCover = ({ from, coverCents }: Paying & WithCover): string =>
  coverCents === 0 ? '' : `, com ${formatBrl(coverCents)} da ${otherOf(from)}`;
