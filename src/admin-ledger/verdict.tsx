import { Badge } from '@chakra-ui/react';
import { Check, CircleHelp, X } from 'lucide-react';

/** `Nenhuma diferença`, `1 diferença`, `12 diferenças`. */
export function differencesText(count: number): string {
  if (count === 0) return 'Nenhuma diferença';
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? 'diferença' : 'diferenças'}`;
}

export function VerdictBadge({
  run,
}: {
  run: { ok: boolean; isVerified: boolean; differenceCount: number };
}) {
  if (!run.ok)
    return (
      <Badge colorPalette="negative" variant="solid">
        <X aria-hidden size={14} />
        {differencesText(run.differenceCount)}
      </Badge>
    );
  if (!run.isVerified)
    return (
      <Badge colorPalette="caution">
        <CircleHelp aria-hidden size={14} />
        Em parte não verificado
      </Badge>
    );
  return (
    <Badge colorPalette="positive">
      <Check aria-hidden size={14} />
      Tudo confere
    </Badge>
  );
}

export function CheckBadge({ ok }: { ok: boolean | null }) {
  if (ok === null)
    return (
      <Badge colorPalette="caution">
        <CircleHelp aria-hidden size={14} />
        Não verificado
      </Badge>
    );
  return (
    <Badge colorPalette={ok ? 'positive' : 'negative'} variant={ok ? 'subtle' : 'solid'}>
      {ok ? <Check aria-hidden size={14} /> : <X aria-hidden size={14} />}
      {ok ? 'Confere' : 'Não confere'}
    </Badge>
  );
}
