import {
  ArrowDownToLine,
  Ban,
  Check,
  CheckCheck,
  Clock,
  FilePen,
  Flower2,
  PenLine,
  ShieldCheck,
  X,
} from 'lucide-react';
import { type Look, LookBadge } from './look-badge.tsx';

const STATUSES = {
  draft: { label: 'Rascunho', palette: 'neutral', icon: FilePen, variant: 'outline' },
  pending: { label: 'Pendente', palette: 'caution', icon: Clock },
  under_analysis: { label: 'Em Análise', palette: 'notice', icon: Clock },
  approved: { label: 'Aprovado', palette: 'positive', icon: Check },
  rejected: { label: 'Rejeitado', palette: 'negative', icon: X },
  active: { label: 'Ativo', palette: 'brand', icon: Check },
  paid: { label: 'Pago', palette: 'positive', icon: CheckCheck, variant: 'outline' },
  defaulted: { label: 'Inadimplente', palette: 'negative', icon: X, variant: 'solid' },
  matured: { label: 'Vencido', palette: 'accent', icon: Flower2 },
  redeemed: { label: 'Resgatado', palette: 'neutral', icon: ArrowDownToLine },
  cancelled: { label: 'Cancelado', palette: 'neutral', icon: Ban, variant: 'outline' },
  pending_signature: { label: 'Aguardando Assinatura', palette: 'accent', icon: PenLine, variant: 'solid' },
  signed: { label: 'Assinado', palette: 'positive', icon: ShieldCheck },
} satisfies Record<string, Look>;

export type Status = keyof typeof STATUSES;

export const STATUS_LABELS: Record<string, string> = Object.fromEntries(
  Object.entries(STATUSES).map(([status, { label }]) => [status, label]),
);

export const StatusBadge = ({ status }: { status: Status }) => <LookBadge {...STATUSES[status]} />;
