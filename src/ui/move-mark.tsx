import { Badge, Flex, Stack } from '@chakra-ui/react';
import { Check, Clock, Hourglass, type LucideIcon, X } from 'lucide-react';
import { Money } from './money.tsx';
import type { MoveStatus } from './move-status.ts';

const LOOKS = {
  done: { palette: 'positive', icon: Check },
  processing: { palette: 'notice', icon: Clock },
  failed: { palette: 'negative', icon: X },
  held: { palette: 'notice', icon: Clock },
  review: { palette: 'caution', icon: Hourglass },
} as const;

/** In the gender of the Portuguese noun: transferência, pagamento. */
const LABELS = {
  transfer: {
    done: 'Concluída',
    processing: 'Em processamento',
    failed: 'Não realizada',
    held: 'Reservada',
    review: 'Em análise',
  },
  payment: {
    done: 'Concluído',
    processing: 'Em processamento',
    failed: 'Não realizado',
    held: 'Reservado',
    review: 'Em análise',
  },
} as const;

type MoveMarkProps = { of: keyof typeof LABELS; status: MoveStatus; amount: string };

/** `amount` is decimal text. */
export function MoveMark({ of, status, amount }: MoveMarkProps) {
  const { palette, icon: StatusIcon } = LOOKS[status];
  return (
    <Stack gap="2" align="start">
      <OutcomeDisc icon={StatusIcon} palette={palette} />
      <Money decimal={amount} size="hero" exposed />
      <Badge colorPalette={palette}>{LABELS[of][status]}</Badge>
    </Stack>
  );
}

export function OutcomeDisc({
  icon: OutcomeIcon,
  palette = 'positive',
}: {
  icon: LucideIcon;
  palette?: string;
}) {
  return (
    <Flex
      layerStyle="disc"
      boxSize="12"
      colorPalette={palette}
      bg="colorPalette.subtle"
      color="colorPalette.fg"
      animation="slide-from-bottom 320ms cubic-bezier(.2,.7,.1,1)"
      aria-hidden
    >
      <OutcomeIcon size={24} />
    </Flex>
  );
}
