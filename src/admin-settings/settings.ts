import type { RouterOutputs } from '../trpc.ts';

/** What the bank answers about itself. */
export type Settings = RouterOutputs['admin']['settings']['get'];

/** 48.230.400 → `48,2 MB`; decimal units, as disks are sold. */
export function sizeInWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size.toLocaleString('pt-BR', { maximumFractionDigits: unit === 0 ? 0 : 1 })} ${units[unit]}`;
}

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
