export const PROPOSAL_STEPS = ['Simular', 'Conferir', 'Enviada'] as const;
export const PROPOSAL_STEPS_LABEL = 'Passos da proposta';
