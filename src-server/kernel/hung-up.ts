import { refuse } from '#domain/refusal';

/** Ends what nobody waits for any more. Refuses BUSY, which nobody reads. */
export const refuseHungUp = (): never => refuse('BUSY', { text: 'O pedido foi interrompido' });
