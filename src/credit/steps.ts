export const STEPS = { steps: ['Simular', 'Conferir', 'Enviada'], label: 'Passos da proposta' } as const;
