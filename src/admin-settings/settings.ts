import type { RouterOutputs } from '../trpc.ts';

export type Settings = RouterOutputs['admin']['settings']['get'];

/** Seconds → `3 dias e 4 horas`, `4 horas e 12 minutos`, `12 minutos`, `menos de um minuto`. */
export function uptimeInWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const parts = [
    counted(Math.floor(minutes / 1440), 'dia', 'dias'),
    counted(Math.floor(minutes / 60) % 24, 'hora', 'horas'),
    counted(minutes % 60, 'minuto', 'minutos'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'menos de um minuto' : parts.slice(0, 2).join(' e ');
}

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;

export const ENVIRONMENTS: Record<Settings['system']['environment'], string> = {
  development: 'Desenvolvimento',
  test: 'Teste',
  production: 'Produção',
};
