import type { RouterOutputs } from '../trpc.ts';

export type Replay = RouterOutputs['admin']['signals']['replay'];

const count = (number: number): string => number.toLocaleString('pt-BR');

const period = (days: number): string => `últimos ${count(days)} dias`;

/** 'Esta regra teria retido ou recusado 14 pagamentos dos últimos 90 dias, 13 deles legítimos.' */
export function replayInWords({
  days,
  payments,
  stopped,
  fine,
}: Pick<Replay, 'days' | 'payments' | 'stopped' | 'fine'>): string {
  if (payments === 0) return `Nenhum pagamento dos ${period(days)} foi avaliado: ainda não há o que simular.`;
  if (stopped === 0) return `Esta regra não teria retido nem recusado nenhum pagamento dos ${period(days)}.`;
  const what = stopped === 1 ? '1 pagamento' : `${count(stopped)} pagamentos`;
  return `Esta regra teria retido ou recusado ${what} dos ${period(days)}, ${fineOf(stopped, fine)}.`;
}

function fineOf(stopped: number, fine: number): string {
  if (stopped === 1) return fine === 1 ? 'que era legítimo' : 'que não era legítimo';
  if (fine === 0) return 'nenhum deles legítimo';
  return fine === 1 ? '1 deles legítimo' : `${count(fine)} deles legítimos`;
}
