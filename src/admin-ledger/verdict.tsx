import { Check, CircleHelp, X } from 'lucide-react';
import { LookBadge } from '../ui/look-badge.tsx';

/** `Nenhuma diferença`, `1 diferença`, `12 diferenças`. */
export function differencesText(count: number): string {
  if (count === 0) return 'Nenhuma diferença';
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? 'diferença' : 'diferenças'}`;
}

type Verdict = { ok: boolean; isVerified: boolean; differenceCount: number };

export function VerdictBadge({ run: { ok, isVerified, differenceCount } }: { run: Verdict }) {
  if (!ok)
    return <LookBadge label={differencesText(differenceCount)} palette="negative" variant="solid" icon={X} />;
  if (!isVerified) return <LookBadge label="Em parte não verificado" palette="caution" icon={CircleHelp} />;
  return <LookBadge label="Tudo confere" palette="positive" icon={Check} />;
}

export function CheckBadge({ ok }: { ok: boolean | null }) {
  if (ok === null) return <LookBadge label="Não verificado" palette="caution" icon={CircleHelp} />;
  if (ok) return <LookBadge label="Confere" palette="positive" icon={Check} />;
  return <LookBadge label="Não confere" palette="negative" variant="solid" icon={X} />;
}
