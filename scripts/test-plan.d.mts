export type Step = { name: string; lane: 'code' | 'processes'; command: string; args: string[] };
export function planOf(mode: 'test' | 'prove' | 'all', reports: string): Step[];
